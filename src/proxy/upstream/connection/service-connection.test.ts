import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { withinRequest } from '../../../server/http/request-id.ts'
import { connectService, type ServiceConnection } from './service-connection.ts'

let server: Server
let connection: ServiceConnection

afterEach(async () => {
  await connection.close()
  server.close()
})

async function connectTo(
  listener: RequestListener,
  changed: Partial<Parameters<typeof connectService>[0]> = {},
): Promise<void> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  connection = connectService({ baseUrl: `http://127.0.0.1:${port}/public/v1`, token: 'svc_live_ro_0123', ...changed })
}

it('an address with a password is refused without it', async () => {
  await connectTo(() => {})
  const address = 'https://someone:wrong-secret@service.example/public/v1'
  const connect = () => connectService({ baseUrl: address, token: 'svc_live_ro_0123' })
  expect(connect).toThrow("the service's base URL 'https://…@service.example/public/v1' cannot be used")
  expect(connect).not.toThrow('secret')
})

it('what an operator can do about a server with HTTP/2 alone is in the message', async () => {
  await connectTo(() => {})
  await connection.close()
  // In TLS: a fatal alert, 120 for no_application_protocol.
  server.on('connection', (socket: Socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 120])))
  const { port } = server.address() as AddressInfo
  connection = connectService({ baseUrl: `https://127.0.0.1:${port}/public/v1`, token: 'svc_live_ro_0123' })
  const fetched = await connection.get('/public/v1/ping', 'free')
  expect(fetched).toMatchObject({ failure: { code: 'unreachable', message: expect.stringContaining('no HTTP/1.1') } })
})

describe('a connection to the service', () => {
  it('reads an answer that arrives in pieces after an interim response', async () => {
    await connectTo(async (_, outgoing) => {
      outgoing.writeEarlyHints({ link: '</style.css>; rel=preload' })
      outgoing.writeHead(200, [
        ['X-Twice', 'a'],
        ['X-Twice', 'b'],
      ])
      outgoing.write('one, ')
      setImmediate(() => outgoing.end('two'))
    })
    const fetched = await connection.get('/public/v1/ping', 'free')
    if (fetched.kind !== 'answer') expect.fail(fetched.failure.message)
    expect([fetched.answer.status, Buffer.from(fetched.answer.body).toString()]).toEqual([200, 'one, two'])
    expect(fetched.answer.headers).toMatchObject({ 'x-twice': 'a, b' })
    expect(fetched.answer.headers).not.toHaveProperty('link')
  })

  it('follows a gateway to a slash and another base on its own host, and sends the token nowhere else', async () => {
    const asked: string[] = []
    const foreign: string[] = []
    const other = createServer((request, outgoing) => {
      foreign.push(request.url ?? '')
      outgoing.end('{}')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const away = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const places: Record<string, string> = {
      '/public/v1/ping?a=1': '/public/v1/ping/',
      '/public/v1/ping/?a=1': '/v2/ping/?a=1',
      '/public/v1/coverage': `${away}/public/v1/coverage`,
      '/public/v1/usage': '/public/v1/usage/',
      '/public/v1/usage/': '/public/v1/usage',
    }
    await connectTo(({ url = '' }, outgoing) => {
      asked.push(url)
      const location = places[url]
      outgoing.writeHead(location === undefined ? 200 : 308, location === undefined ? {} : { Location: location }).end()
    })
    const statusOf = async (target: string) => {
      const fetched = await connection.get(target, 'free')
      return fetched.kind === 'answer' ? fetched.answer.status : fetched.failure.message
    }
    expect(await statusOf('/public/v1/ping?a=1')).toBe(200)
    expect(asked).toEqual(['/public/v1/ping?a=1', '/public/v1/ping/?a=1', '/v2/ping/?a=1'])
    expect(await statusOf('/public/v1/coverage')).toBe(308)
    expect(foreign).toEqual([])
    // A circle ends.
    expect(await statusOf('/public/v1/usage')).toBe(308)
    expect(asked).toHaveLength(8)
    other.close()
  })

  it('keeps no more headers than can be searched for the token in a moment', async () => {
    await connectTo((_, outgoing) => {
      for (let index = 0; index < 2_000; index++) outgoing.setHeader(`X-${index}`, 'a')
      outgoing.end()
    })
    const fetched = await connection.get('/public/v1/ping', 'free')
    if (fetched.kind !== 'answer') expect.fail(fetched.failure.message)
    expect(Object.keys(fetched.answer.headers)).toHaveLength(500)
  })

  it('knows the status of a refusal whose body breaks off, and says of other answers that they broke', async () => {
    await connectTo(({ url }, outgoing) => {
      outgoing.writeHead(Number(url?.slice(-3)), { 'Content-Length': 100, 'Content-Encoding': 'gzip' })
      outgoing.write('<h1>', () => outgoing.destroy())
    })
    const read = async (status: number) => {
      const fetched = await connection.get(`/public/v1/${status}`, 'free')
      return fetched.kind === 'answer'
        ? [fetched.answer.status, fetched.answer.body.length]
        : fetched.failure.isAfterHead
    }
    expect(await Promise.all([414, 503, 200].map(read))).toEqual([[414, 0], [503, 0], true])
  })

  it.each([
    ['with a length besides its chunks', '200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}'],
    ['with a negative length', '200 OK\r\nContent-Length: -2\r\n\r\n{}'],
    ['with a broken chunk', '200 OK\r\nTransfer-Encoding: chunked\r\n\r\nlong\r\n{}\r\n0\r\n\r\n'],
    ['with a space in the name of a header', '200 OK\r\nContent Length: 2\r\n\r\n{}'],
    ['without a status', 'OK\r\n\r\n'],
    ['with the status 000', '000 OK\r\nContent-Length: 2\r\n\r\n{}'],
  ])('an answer %s cannot be read; the service was reached', async (_, bytes) => {
    await connectTo((_, { socket }) => void socket?.end(`HTTP/1.1 ${bytes}`))
    expect(await connection.get('/public/v1/stats/current', 'metered')).toMatchObject({
      failure: { code: 'invalid_answer' },
    })
  })

  it('sends a request that is refused with 401 again with another token, once the file has one, and not before', async () => {
    const seen: string[] = []
    let file = { token: 'svc_live_ro_0123', headers: {} }
    await connectTo(
      ({ headers }, outgoing) => {
        seen.push(headers.authorization?.slice(-4) ?? '')
        outgoing.writeHead(headers.authorization === 'Bearer svc_live_ro_4567' ? 200 : 401).end(headers.authorization)
      },
      { reread: () => file },
    )
    const get = async () => {
      const fetched = await connection.get('/public/v1/stats/current', 'metered')
      return fetched.kind === 'answer' ? [fetched.answer.status, String(fetched.answer.body)] : fetched
    }
    expect(await get()).toEqual([401, 'Bearer [token]'])
    file = { token: 'svc_live_ro_4567', headers: {} }
    expect(await get()).toEqual([200, 'Bearer [token]'])
    expect(await get()).toEqual([200, 'Bearer [token]'])
    expect(seen).toEqual(['0123', '0123', '4567', '4567'])
  })

  it('keeps the token while its file cannot be used, and says so once', async () => {
    const lines: unknown[] = []
    const log = { info: (...line: unknown[]) => lines.push(line), warn: (...line: unknown[]) => lines.push(line) }
    const reread = () => {
      throw new Error('SERVICE_TOKEN_FILE="/run/t" is blank')
    }
    await connectTo((_, outgoing) => outgoing.writeHead(401).end(), { reread, log })
    for (let times = 0; times < 3; times++) {
      expect(await connection.get('/public/v1/ping', 'free')).toMatchObject({ answer: { status: 401 } })
    }
    expect(lines).toEqual([
      [{ fault: 'SERVICE_TOKEN_FILE="/run/t" is blank' }, 'the earlier credentials for the service are still used'],
    ])
  })

  it('sends a gateway its headers, and hides them in what it returns, unless they are too short to be secret', async () => {
    const headers = { 'x-api-key': 'key-0123456789', 'x-tenant': 'es' }
    await connectTo(
      ({ headers: sent }, outgoing) => {
        outgoing.setHeader('X-Echo', String(sent['x-api-key']))
        outgoing.end(`places ${sent['x-api-key']} ${sent['x-tenant']} ${sent.authorization}`)
      },
      { headers },
    )
    const fetched = await connection.get('/public/v1/ping', 'free')
    if (fetched.kind !== 'answer') expect.fail(fetched.failure.message)
    expect(String(fetched.answer.body)).toBe('places [token] es Bearer [token]')
    expect(fetched.answer.headers['x-echo']).toBe('[token]')
  })

  it('goes through an HTTP proxy, and a proxy that refuses it shows neither its password nor a sent request', async () => {
    const tunnels: (string | undefined)[] = []
    let isOpen = true
    const gate = createServer().on('connect', ({ url, headers }, client: Socket) => {
      tunnels.push(`${url} ${headers['proxy-authorization']}`)
      if (!isOpen) return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      const [host, port] = (url ?? '').split(':')
      const behind = connect(Number(port), host, () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
      behind.pipe(client).pipe(behind)
    })
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
    const outboundProxy = `http://user:key-0123456789@127.0.0.1:${(gate.address() as AddressInfo).port}`
    const seen: unknown[] = []
    await connectTo(
      ({ headers }, outgoing) => {
        seen.push(headers['proxy-authorization'])
        outgoing.writeContinue()
        outgoing.end('{}')
      },
      { outboundProxy },
    )
    const { port } = server.address() as AddressInfo
    expect(await connection.get('/public/v1/ping', 'free')).toMatchObject({ answer: { status: 200 } })
    const basic = `Basic ${Buffer.from('user:key-0123456789').toString('base64')}`
    expect([tunnels, seen]).toEqual([[`127.0.0.1:${port} ${basic}`], [undefined]])
    await connection.close()
    isOpen = false
    const lines: unknown[] = []
    const log = { info: () => {}, warn: (...line: unknown[]) => lines.push(line) }
    connection = connectService({ baseUrl: `http://127.0.0.1:${port}/public/v1`, token: 't', outboundProxy, log })
    await connection.get('/public/v1/ping', 'free')
    const refused = await connection.get('/public/v1/ping', 'free')
    expect(refused).toMatchObject({ failure: { code: 'unreachable', message: expect.stringContaining('407') } })
    const about = { err: expect.stringContaining('Proxy response (407)'), route: '/ping' }
    expect(lines).toEqual([[about, 'the service cannot be reached']])
    expect(JSON.stringify([refused, lines])).not.toContain('key-')
    expect(seen).toHaveLength(1)
    gate.close()
  })

  it('passes on the id of the browser request that caused the call, and says which program sends it', async () => {
    const seen: IncomingHttpHeaders['x-request-id'][] = []
    const programs: (string | undefined)[] = []
    await connectTo(({ headers }, outgoing) => {
      seen.push(headers['x-request-id'])
      programs.push(headers['user-agent'])
      outgoing.end()
    })
    await connection.get('/public/v1/ping', 'free')
    await withinRequest('in-course-of', () => connection.get('/public/v1/ping', 'free'))
    expect(seen).toEqual([undefined, 'in-course-of'])
    for (const program of programs) expect(program).toMatch(/^squaremetre\/\d/)
  })

  it('sends a metered call that broke off with its key again, and any other one with a new key', async () => {
    const seen: string[] = []
    const answers = ['break', 502, 200, 200, 'break', 402, 200] as const
    await connectTo(({ headers, socket }, outgoing) => {
      const answer = answers[seen.length] ?? 200
      seen.push(String(headers['idempotency-key']))
      if (answer === 'break') socket.destroy()
      else outgoing.writeHead(answer).end()
    })
    const call = (path: string) => connection.get(`/public/v1/stats/current?${path}`, 'metered')
    for (const path of ['res=8', 'res=8', 'res=8', 'res=8', 'res=7', 'res=7', 'res=7']) await call(path)
    const [first, second, third, fourth, fifth, sixth, seventh] = seen
    expect([second, third, sixth]).toEqual([first, first, fifth])
    expect(new Set([first, fourth, fifth, seventh]).size).toBe(4)
    await connection.get('/public/v1/ping', 'free')
    expect(seen.at(-1)).toBe('undefined')
  })
})
