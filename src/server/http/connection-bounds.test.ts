import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  PER_CLIENT,
  REVERSE_PROXY,
  type ServerUnderTest,
  startServerUnderTest,
} from '../../testing/servers/http-server-under-test.ts'
import { clientReader } from './client-address.ts'
import { boundConnections, boundsWithin, CONNECTION_BOUNDS } from './connection-bounds.ts'

let origin: string
let release: () => void
let inFlight: ServerUnderTest['inFlight']

/** How long to wait for a state on a busy machine. */
const BUSY = { timeout: 20_000 }
/** A loopback address that test connections come from, besides 127.0.0.1 and the reverse proxy's. */
const SOMEBODY_ELSE = '127.0.0.3'

beforeEach(async () => {
  // A slow machine takes a while to open all connections; until then none of them may be too slow.
  ;({ origin, release, inFlight } = await startServerUnderTest({ longestArrivalMs: 60_000 }))
})
afterEach(() => release())

describe('the connections of a client', () => {
  /**
   * Opens connections from an address, one after the other: of a crowd, the system would drop some and hand them over
   * seconds later, after those that were opened behind them. `request` is sent on each.
   */
  async function open(count: number, localAddress: string, request: (index: number) => string): Promise<Socket[]> {
    const { hostname, port } = new URL(origin)
    const sockets: Socket[] = []
    for (let index = 0; index < count; index++) {
      const socket = connect({ host: hostname, port: Number(port), localAddress })
      await once(socket, 'connect')
      // The server may cut it off.
      socket.on('error', () => {})
      const bytes = request(index)
      if (bytes !== '') socket.write(bytes)
      sockets.push(socket)
    }
    return sockets
  }
  const only = (sockets: Socket[]): Socket => {
    const [socket] = sockets
    if (socket === undefined) throw new Error('expected a connection')
    return socket
  }
  const isClosed = (socket: Socket) => socket.closed || once(socket, 'close')
  const quick = (more = '') => `GET /quick HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${more}\r\n`
  const answerFrom = async (address: string, more = '') => text(only(await open(1, address, () => quick(more))))

  it('are refused above the bound, cut off above twice the bound, and hold up nobody else', async () => {
    const silent = await open(PER_CLIENT, '127.0.0.1', () => '')
    await expect.poll(() => answerFrom('127.0.0.1'), BUSY).toContain('{"error":"too_many_connections"}')
    expect(await answerFrom(SOMEBODY_ELSE)).toMatch(/^HTTP\/1\.1 200 OK/)
    const flood = await open(PER_CLIENT + 50, '127.0.0.1', () => '')
    await Promise.all(flood.slice(PER_CLIENT).map(isClosed))
    expect(await answerFrom(SOMEBODY_ELSE)).toMatch(/^HTTP\/1\.1 200 OK/)
    for (const socket of [...silent, ...flood]) socket.destroy()
    await expect.poll(() => answerFrom('127.0.0.1'), BUSY).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  it('count through a reverse proxy as the requests that it forwards for them, an IPv6 /64 network as one client', async () => {
    const from = (client: string) => `X-Forwarded-For: ${client}\r\n`
    const slowFor = (client: string) => `GET /slow HTTP/1.1\r\nHost: a\r\n${from(client)}\r\n`
    const slow = await open(PER_CLIENT, REVERSE_PROXY, (index) => slowFor(`2001:db8:1:2::${index.toString(16)}`))
    await expect.poll(() => inFlight(), BUSY).toBe(PER_CLIENT)
    expect(await answerFrom(REVERSE_PROXY, from('2001:db8:1:2:3::4'))).toContain('{"error":"too_many_connections"}')
    for (const other of ['2001:db8:1:3::1', '192.0.2.2']) {
      expect(await answerFrom(REVERSE_PROXY, from(other))).toMatch(/^HTTP\/1\.1 200 OK/)
    }
    release()
    await expect.poll(() => answerFrom(REVERSE_PROXY, from('2001:db8:1:2::1')), BUSY).toMatch(/^HTTP\/1\.1 200 OK/)
    for (const socket of slow) socket.destroy()
  })

  it('above the bound for all take the place of others of the client with the most, and of nobody who has fewer', async () => {
    const addresses = ['127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7']
    const silent: Socket[] = []
    for (const address of addresses) silent.push(...(await open(250, address, () => '')))
    const closed = () => silent.filter((socket) => socket.closed).length
    expect(await answerFrom(SOMEBODY_ELSE)).toMatch(/^HTTP\/1\.1 200 OK/)
    await expect.poll(closed, BUSY).toBe(1)
    // One takes the place that is free again, and another would take its own client's.
    silent.push(...(await open(1, '127.0.0.4', () => '')))
    await isClosed(only(await open(1, '127.0.0.4', () => '')))
    expect(closed()).toBe(1)
    for (const socket of silent) socket.destroy()
    await expect.poll(() => answerFrom(SOMEBODY_ELSE), BUSY).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  it('of one address leave room for others where the process may have few files open', {
    tags: 'nightly',
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'squaremetre-files-'))
    const program = [process.execPath, resolve('bin/squaremetre.js'), 'service', '--port', '0']
    const child = spawn('sh', ['-c', 'ulimit -n 256; exec "$@"', 'sh', ...program], {
      env: { DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = text(child.stderr)
    onTestFinished(async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true })
    })
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
    origin = new URL(url).origin
    const silent = await open(300, '127.0.0.1', () => '')
    expect(await answerFrom(SOMEBODY_ELSE)).toMatch(/^HTTP\/1\.1 401 /)
    for (const socket of silent) socket.destroy()
    child.kill('SIGTERM')
    expect(await log).toContain('"open_files":256,"connections":128,')
  })
})

it('those of an IPv6 subscriber take no place of others, in however many networks they are', () => {
  const server = createServer()
  boundConnections(server, { inAll: 10, perClient: 5 }, { client: clientReader([]), isReverseProxy: () => false })
  const connectFrom = (remoteAddress: string) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
    server.emit('connection', socket)
    return socket
  }
  const subscriber = Array.from({ length: 10 }, (_, network) => connectFrom(`2001:db8:1:${network}::1`))
  expect(connectFrom('2001:db8:2::1').destroyed).toBe(false)
  expect(connectFrom('192.0.2.7').destroyed).toBe(false)
  expect(subscriber.map(({ destroyed }) => destroyed)).toEqual([true, true, ...Array(8).fill(false)])
  expect(connectFrom('2001:db8:1:99::1').destroyed).toBe(true)
})

it('half of the files that may be open are for connections', () => {
  expect(boundsWithin(Number.POSITIVE_INFINITY)).toEqual(CONNECTION_BOUNDS)
  expect(boundsWithin(8_192)).toEqual(CONNECTION_BOUNDS)
  expect(boundsWithin(1_024)).toEqual({ inAll: 512, perClient: 128 })
})
