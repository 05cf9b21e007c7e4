import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ARRIVAL_MS,
  LARGE,
  type ServerUnderTest,
  startServerUnderTest,
  UNREAD_MS,
} from '../../testing/servers/http-server-under-test.ts'
import type { HttpServer } from './http-server.ts'

let server: HttpServer
let origin: string
let registry: Registry
let release: () => void
let asked: ServerUnderTest['asked']
let making: ServerUnderTest['making']
let inFlight: ServerUnderTest['inFlight']

/** How long to wait for a state on a busy machine. */
const BUSY = { timeout: 20_000 }

beforeEach(async () => {
  ;({ server, origin, registry, release, asked, making, inFlight } = await startServerUnderTest())
})
afterEach(() => release())

const at = (path: string) => fetch(origin + path)

describe('a closing server', () => {
  it('finishes every running response, streams included, and tells clients to go elsewhere', async () => {
    const stream = await at('/stream/x')
    const slow = Array.from({ length: 8 }, () => at('/slow'))
    // Responses have started once the server counts them.
    await expect.poll(() => inFlight()).toBe(9)
    const closed = server.close(10_000)
    await sleep(20)
    release()
    for (const answer of await Promise.all(slow)) {
      expect(answer.headers.get('connection')).toBe('close')
      expect(await answer.text()).toBe('slow')
    }
    expect(await stream.text()).toBe('first\nlast\n')
    await closed
    await expect(at('/quick')).rejects.toThrow()
  })

  it('answers requests that had arrived on a kept connection', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await sleep(20)
    const closed = server.close(10_000)
    setTimeout(release, 20)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/)
    expect(answer).toMatch(/connection: close/i)
    expect(answer).toContain('slow')
    await closed
  })

  it('does not wait for idle connections', async () => {
    const idle = connect(Number(new URL(origin).port), '127.0.0.1')
    await once(idle, 'connect')
    const gone = once(idle, 'close')
    await (await at('/quick')).text()
    await server.close(600_000)
    await gone
  })

  it('cuts off responses that take longer than the grace', async () => {
    const slow = at('/slow')
    slow.catch(() => {})
    await expect.poll(() => inFlight()).toBe(1)
    await server.close(50)
    await expect(slow).rejects.toThrow()
  })

  it('keeps idle connections longer than balancers do, which send no metered call again', async () => {
    expect((await at('/quick')).headers.get('keep-alive')).toBe('timeout=65')
    await server.close(1_000)
  })

  it('keeps responding while it winds down, each response the last on its connection', async () => {
    expect((await at('/quick')).headers.get('connection')).toBe('keep-alive')
    server.windDown()
    for (const _ of [1, 2, 3]) expect((await at('/quick')).headers.get('connection')).toBe('close')
    await server.close(1_000)
  })
})

describe('an invalid request', () => {
  it('is refused while its client is still sending, and the rest is drained', async () => {
    const { hostname, port } = new URL(origin)
    const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const faults: unknown[] = []
    let answer = ''
    client
      .on('error', (fault) => faults.push(fault))
      .on('data', (bytes) => {
        answer += bytes
      })
    client.write('NONSENSE\r\n\r\n')
    await once(client, 'end')
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"unreadable"/s)
    for (let i = 0; i < 6; i++) {
      client.write('y'.repeat(65_536))
      // Separates the chunks.
      await sleep(20)
    }
    expect(faults).toEqual([])
    client.destroy()
    await server.close(1_000)
  })

  it.each([
    ['HTTP/1.0', 200],
    ['HTTP/1.1', 400],
  ])('without a host is one in %s only where that is required', async (version, status) => {
    const client = connect(Number(new URL(origin).port), '127.0.0.1')
    client.write(`GET /quick ${version}\r\nConnection: close\r\n\r\n`)
    expect(await text(client)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    await server.close(1_000)
  })

  it.each([
    ['a letter with an accent', '/quick?q=Málaga'],
    ['a space', '/quick?q=San José'],
  ])('with %s in its address is told from what is not HTTP', async (_, path) => {
    const client = connect(Number(new URL(origin).port), '127.0.0.1')
    let answer = ''
    client.on('data', (bytes) => {
      answer += bytes
    })
    client.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`)
    await once(client, 'end')
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"address_not_encoded"/s)
    client.destroy()
    await server.close(0)
  })
})

describe('a connection', () => {
  let client: Socket
  let received: string

  beforeEach(async () => {
    received = ''
    client = connect(Number(new URL(origin).port), '127.0.0.1')
    await once(client, 'connect')
  })
  afterEach(async () => {
    client.destroy()
    await server.close(0)
  })

  const read = () =>
    client.on('data', (bytes) => {
      received += bytes.toString('latin1')
    })
  const get = (path: string, ...headers: string[]) =>
    `GET ${path} HTTP/1.1\r\n${['Host: here', ...headers].map((header) => `${header}\r\n`).join('')}\r\n`

  it('with 900 requests that arrive together gets the responses one after another', async () => {
    read()
    release()
    const paths = Array.from({ length: 900 }, (_, i) => `/stream/${i}`)
    client.write(paths.map((path) => get(path)).join(''))
    await expect.poll(() => received.split('last').length - 1, { timeout: 10_000 }).toBe(900)
    expect(asked).toEqual(paths.map((path) => `GET ${path}`))
    client.write(get('/quick'))
    await expect.poll(() => received).toMatch(/quick$/)
  })

  it('with many requests that arrive together leaves turns to other connections', async () => {
    client.write(get('/quick').repeat(900))
    while (asked.length === 0) await nextTurn()
    expect(asked.length).toBeLessThan(10)
  })

  it('that sends requests without reading has one response under way, and is cut off', async () => {
    client.on('error', () => {})
    const wave = get('/large').repeat(900)
    client.write(wave)
    await expect.poll(() => making.now).toBe(1)
    // Nothing else that it sends is even read.
    for (let i = 0; i < 20; i++) client.write(wave)
    await sleep(UNREAD_MS / 3)
    expect([making, asked.length]).toEqual([{ now: 1, most: 1 }, 1])
    // Keeps sending until it notices that the server has closed the connection.
    const gone = new Promise((resolve) => client.once('close', resolve))
    const pulse = setInterval(() => client.write('x'), 20)
    await gone.finally(() => clearInterval(pulse))
    await expect.poll(() => making).toEqual({ now: 0, most: 1 })
    expect(asked).toHaveLength(1)
  })

  it('that reads slowly is served to the end', async () => {
    client.write(get('/large') + get('/quick', 'Connection: close'))
    let bytes = 0
    let tail = ''
    client.on('data', (chunk) => {
      bytes += chunk.length
      tail = (tail + chunk.toString('latin1')).slice(-5)
      client.pause()
      setTimeout(() => client.resume(), 5)
    })
    await once(client, 'end')
    expect(bytes).toBeGreaterThan(LARGE.length)
    expect(tail).toBe('quick')
  })

  it('is not cut off while a response waits for something else', async () => {
    read()
    client.write(get('/slow'))
    await sleep(UNREAD_MS * 2)
    release()
    await expect.poll(() => received).toContain('slow')
  })

  it('has its bodies and requests separated correctly, however they arrive', async () => {
    read()
    release()
    const body = get('/smuggled')
    client.write(`${get('/quick')}POST /form HTTP/1.1\r\nHost: here\r\nContent-Length: ${body.length}\r\n\r\n`)
    await expect.poll(() => received).toContain('quick')
    client.write(body + get('/slow'))
    await expect.poll(() => received).toContain('slow')
    client.write('GET /long HTTP/1.1\r\nHost: here\r\nX-Note: ')
    // Makes the rest a separate chunk.
    await sleep(20)
    // Without a host, because two are refused.
    client.write('GET /smuggled HTTP/1.1\r\n\r\n')
    await expect.poll(() => asked.length).toBe(4)
    expect(asked).toEqual(['GET /quick', 'POST /form', 'GET /slow', 'GET /long'])
    expect(received).toContain(`form of ${body.length}`)
  })

  it.each([
    ['a line end of another kind', 'GET /quick HTTP/1.1\r\nHost: here\nContent-Length: 5\r\n\r\n'],
    ['a space before a colon', 'GET /quick HTTP/1.1\r\nHost: here\r\nContent-Length : 5\r\n\r\n'],
    ['two lengths', 'POST /form HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n'],
    [
      'a length and chunks',
      'POST /form HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['no host', 'GET /quick HTTP/1.1\r\n\r\n'],
    ['a host with a path', 'GET /quick HTTP/1.1\r\nHost: here/quick\r\n\r\n'],
    ['two hosts', 'GET /quick HTTP/1.1\r\nHost: here\r\nhost: there\r\n\r\n'],
    ['a backslash in its path', 'GET /quick\\x HTTP/1.1\r\nHost: here\r\n\r\n'],
  ])('gets a refusal for a request with %s, and no response to anything after it', async (_, bytes) => {
    read()
    client.write(`${bytes}${get('/after', 'Connection: close')}`)
    await expect.poll(() => received).toMatch(/^HTTP\/1\.1 400 /)
    expect(asked.filter((request) => request !== 'GET /after')).toEqual([])
    expect(received.split('HTTP/1.1 200')).toHaveLength(1)
  })

  it('that requested a tunnel is not read any more, so that its bytes cannot become another’s requests', async () => {
    read()
    client.write('CONNECT there:1 HTTP/1.1\r\nHost: here\r\n\r\n')
    await expect.poll(() => received).toContain('"tunnel"')
    client.write(get('/smuggled'))
    expect(await (await at('/quick')).text()).toBe('quick')
    expect(asked).toEqual(['GET /quick'])
  })

  it('that requests a tunnel after a request is closed, so that no refusal is read as its response', async () => {
    read()
    client.write(`${get('/slow')}CONNECT there:1 HTTP/1.1\r\nHost: here\r\n\r\n`)
    await once(client, 'close')
    expect(received).toBe('')
  })
})

describe('the metrics of a server', () => {
  it('are labelled by template, never by what a client sends', async () => {
    release()
    for (const path of ['/stream/a1', '/stream/b2?token=c3', '/d4']) await (await at(path)).text()
    const odd = request(`${origin}/quick`, { method: 'PROPFIND' }).end()
    await once(odd, 'response')
    await at(`/${'e5'.repeat(1_000)}`)
    await server.close(1_000)
    const page = await registry.metrics()
    expect(page).toContain(
      'test_http_requests_total{method="GET",route="/stream/:name",status="200",status_class="2xx"} 2',
    )
    expect(page).toContain('test_http_requests_total{method="other",route="/*",status="404",status_class="4xx"} 1')
    expect(page).toContain('test_http_requests_total{method="none",route="none",status="400",status_class="4xx"} 1')
    expect(page).toContain('test_refusals_total{code="address_too_long"} 1')
    expect(page).toContain('test_http_request_duration_seconds_count{route="/stream/:name"} 2')
    expect(page).toContain('test_http_requests_in_flight 0')
    expect(page).not.toMatch(/a1|b2|c3|d4|e5|PROPFIND/)
  })
})

describe('a request that does not arrive in time', () => {
  /** Sends bytes and waits until the server ends the connection; returns what it sent. */
  async function sendAndWait(bytes: string): Promise<string> {
    const { hostname, port } = new URL(origin)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write(bytes)
    return text(socket)
  }

  it.each([
    ['head', 'GET /quick HTTP/1.1\r\nHost: a\r\n'],
    ['body', 'POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nform'],
  ])('is refused, and its connection ends: half a %s', async (_, bytes) => {
    const sent = await sendAndWait(bytes)
    expect(sent.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(sent).toContain('{"error":"too_slow"}')
  })

  it.each([
    ['a size that overflows', 'FFFFFFFFFFFFFFFFF\r\nform\r\n0\r\n\r\n', 'unreadable'],
    ['no size', 'zz\r\nform\r\n0\r\n\r\n', 'unreadable'],
    ['endless trailers', `4\r\nform\r\n0\r\n${'X: y\r\n'.repeat(20_000)}`, 'head_too_long'],
  ])('is refused at once where the rest cannot be read: chunks with %s', async (_, chunks, code) => {
    const sent = await sendAndWait(`POST /form HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`)
    expect(sent.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(sent).toContain(`{"error":"${code}"}`)
  })

  it('locks nobody out: many dripping bodies are refused, while others are served', async () => {
    const { hostname, port } = new URL(origin)
    const head = 'POST /form HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
    const dripping: Promise<string>[] = []
    for (let opened = 0; opened < 300; opened++) {
      const socket = connect({ host: hostname, port: Number(port) })
      await once(socket, 'connect')
      socket.write(head)
      const drip = setInterval(() => socket.write('1\r\nx\r\n'), 200)
      socket.once('end', () => clearInterval(drip)).once('close', () => clearInterval(drip))
      dripping.push(text(socket))
    }
    await expect.poll(() => asked.length, BUSY).toBe(300)
    expect(await (await at('/quick')).text()).toBe('quick')
    for (const sent of await Promise.all(dripping)) expect(sent).toContain('{"error":"too_slow"}')
    expect(await (await at('/quick')).text()).toBe('quick')
  })

  it('is refused after the response to an earlier request', { tags: 'nightly' }, async () => {
    const sending = sendAndWait(
      'GET /slow HTTP/1.1\r\nHost: a\r\n\r\nPOST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nform',
    )
    await expect.poll(() => asked, BUSY).toEqual(['GET /slow'])
    await sleep(3 * ARRIVAL_MS)
    release()
    const sent = await sending
    expect(sent.indexOf('slow')).toBeGreaterThan(0)
    expect(sent.indexOf('slow')).toBeLessThan(sent.indexOf('{"error":"too_slow"}'))
  })
})
