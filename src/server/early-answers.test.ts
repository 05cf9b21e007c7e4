import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerEarly, readHead } from './early-answers.ts'

const EARLY = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly'

let server: Server
let client: Socket
/** What the ordinary way was asked, in order. */
let asked: string[]
let received: string

beforeEach(async () => {
  asked = []
  received = ''
  server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    incoming.resume()
    outgoing.end(`plain ${asked.length};`)
  })
  answerEarly(server, ({ target }) => (target === '/hot' ? Buffer.from(EARLY) : null))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('data', (bytes) => {
    received += bytes.toString('latin1')
  })
  await once(client, 'connect')
})

afterEach(() => {
  client.destroy()
  server.close()
})

const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${['Host: here', ...headers].map((header) => `${header}\r\n`).join('')}\r\n`

/** Sends bytes in one piece and waits for the text in what comes back. */
async function send(bytes: string, text: string): Promise<void> {
  client.write(bytes)
  await expect.poll(() => received).toContain(text)
}

const earlyAnswers = () => received.split('early').length - 1

describe('a connection whose first request was answered the ordinary way', () => {
  beforeEach(() => send(get('/hot'), 'plain 1;'))

  it('has what is ready answered early, and all else the ordinary way, by turns', async () => {
    await send(get('/hot'), 'early')
    await send(get('/other'), 'plain 2;')
    await send(get('/hot', 'Accept-Encoding: gzip', 'connection: Keep-Alive'), 'early')
    await expect.poll(earlyAnswers).toBe(2)
    expect(asked).toEqual(['GET /hot', 'GET /other'])
  })

  it.each([
    ['that is to be closed', get('/hot', 'Connection: close')],
    ['with a body', `${get('/hot', 'Content-Length: 2')}ab`],
    ['with a length of nothing', get('/hot', 'Content-Length: 0')],
    ['that expects something', get('/hot', 'Expect: 100-continue')],
    ['for a part', get('/hot', 'Range: bytes=0-1')],
    ['by HEAD', get('/hot').replace('GET', 'HEAD')],
  ])('has a request %s answered the ordinary way', async (_, bytes) => {
    client.write(bytes)
    await expect.poll(() => asked.length).toBe(2)
    expect(earlyAnswers()).toBe(0)
  })

  it('leaves a request that came with another in one piece to the parser, and all after it', async () => {
    await send(get('/a') + get('/hot'), 'plain 3;')
    await send(get('/hot'), 'plain 4;')
    expect(asked).toEqual(['GET /hot', 'GET /a', 'GET /hot', 'GET /hot'])
    expect(earlyAnswers()).toBe(0)
  })

  it('never takes the body of a request for another request', async () => {
    const body = get('/hot')
    client.write(`POST /form HTTP/1.1\r\nHost: here\r\nContent-Length: ${body.length}\r\n\r\n`)
    await expect.poll(() => received).toContain('plain 2;')
    client.write(body)
    await send(get('/after'), 'plain 3;')
    expect(asked).toEqual(['GET /hot', 'POST /form', 'GET /after'])
    expect(earlyAnswers()).toBe(0)
  })

  it('never takes the rest of a head for a request', async () => {
    client.write('GET /long HTTP/1.1\r\nHost: here\r\nX-Note: ')
    // So that the rest is a chunk of its own.
    await sleep(50)
    await send(get('/hot'), 'plain 2;')
    expect(asked).toEqual(['GET /hot', 'GET /long'])
    expect(earlyAnswers()).toBe(0)
  })
})

describe('a connection that asked for a tunnel', () => {
  it('is not read any more, lest its bytes become requests of another connection', async () => {
    server.on('connect', (_incoming, socket: Socket) => socket.resume().write('no tunnel'))
    await send('CONNECT there:1 HTTP/1.1\r\nHost: here\r\n\r\n', 'no tunnel')
    const other = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const answered = once(other, 'data')
    other.write(get('/own'))
    await answered
    client.write(get('/smuggled'))
    // So that there would be time to read it.
    await sleep(50)
    expect(asked).toEqual(['GET /own'])
    other.destroy()
  })
})

describe('a head', () => {
  it('is read with its target and headers, whatever their case', () => {
    const head = readHead(Buffer.from(get('/a?b=C', 'Accept-ENCODING:  gzip, br ')))
    expect(head?.target).toBe('/a?b=C')
    expect(head?.header('accept-encoding')).toBe('gzip, br')
    expect(head?.header('if-none-match')).toBeUndefined()
  })

  it.each([
    ['another version', 'GET / HTTP/1.0\r\nHost: here\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a line end of another kind', 'GET / HTTP/1.1\r\nHost: here\nContent-Length: 5\r\n\r\n'],
    ['a space before a colon', 'GET / HTTP/1.1\r\nHost: here\r\nContent-Length : 5\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: here\r\n Content-Length: 5\r\n\r\n'],
    ['another request behind it', 'GET / HTTP/1.1\r\nHost: here\r\n\r\nGET / HTTP/1.1\r\nHost: here\r\n\r\n'],
    ['no end', 'GET / HTTP/1.1\r\nHost: here\r\n'],
    ['a full address', 'GET http://elsewhere/ HTTP/1.1\r\nHost: here\r\n\r\n'],
    ['a tunnel', 'GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
  ])('with %s is left to the parser', (_, bytes) => {
    expect(readHead(Buffer.from(bytes))).toBeNull()
  })
})
