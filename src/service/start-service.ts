import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { PATH_PREFIX } from '../contract/limits.ts'
import { createServiceApp } from './app.ts'
import { PLANS, type Plans } from './core/plans.ts'
import { openAccountStore } from './io/account-store.ts'
import { openFigureStore } from './io/figure-store.ts'
import { openMarketStore } from './io/market-store.ts'
import { createMeter } from './io/meter.ts'
import { openPlaceSignals } from './io/place-signals.ts'
import { openPlaceStore } from './io/place-store.ts'
import { openPricedFigures } from './io/priced-figures.ts'
import { envelopeOf, Refusal } from './routes/refusal.ts'
import type { Log, ServiceDeps } from './routes/service-env.ts'

/** Longest request line and headers, in bytes: cell lists travel in the address. */
const MAX_HEADER_BYTES = 64 * 1024
/** How long answers in the making may take once the service is asked to stop. */
const CLOSE_GRACE_MS = 5_000

export interface ServiceOptions {
  readonly dataDir: string
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  /** The clock by which periods are served. */
  readonly now: () => Date
  readonly log: Log
  /** The clock by which allowances and minutes run; the wall's unless given. */
  readonly clock?: () => Date
  readonly plans?: Plans
}

/** Serves what DATA_DIR holds; `url` is the base address, /public/v1 included. `close` lets running answers end. */
export async function startService(options: ServiceOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { deps, closeStores } = await openStores(options)
  const app = createServiceApp(deps)
  const listener = getRequestListener(app.fetch, { errorHandler: (error) => unreadableRequest(error, deps.log) })
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, listener)
  server.on('clientError', answerClientError)
  try {
    const url = await listen(server, options)
    deps.log.info({ url }, 'the service is listening')
    return {
      url,
      async close() {
        await closeServer(server)
        closeStores()
      },
    }
  } catch (error) {
    closeStores()
    throw error
  }
}

async function openStores(options: ServiceOptions) {
  const { dataDir, now, log, clock = () => new Date(), plans = PLANS } = options
  const accounts = openAccountStore(dataDir, 'serving')
  const meter = createMeter(accounts, (err) => log.error({ err }, 'metering failed; requests are served uncounted'))
  const places = openPlaceStore(dataDir)
  const figures = openFigureStore(dataDir, now)
  const signals = openPlaceSignals(figures)
  const pricedFigures = await openPricedFigures()
  const markets = openMarketStore(dataDir)
  const deps: ServiceDeps = {
    accounts,
    meter,
    figures,
    pricedFigures,
    places,
    signals,
    markets,
    plans,
    now,
    clock,
    log,
  }
  const closeStores = () => {
    for (const store of [signals, figures, places, pricedFigures, accounts]) store.close()
  }
  return { deps, closeStores }
}

function listen(server: Server, { host, port }: ServiceOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const { address, family, port: bound } = server.address() as AddressInfo
      const name = family === 'IPv6' ? `[${address}]` : address
      resolve(`http://${name}:${bound}${PATH_PREFIX}`)
    })
  })
}

function closeServer(server: Server): Promise<void> {
  const giveUp = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  return new Promise((resolve, reject) => {
    server.close((error) => {
      clearTimeout(giveUp)
      if (error) reject(error)
      else resolve()
    })
    server.closeIdleConnections()
  })
}

const UNREADABLE = new Refusal('malformed_request', 'the request cannot be read')

/** A request whose address or host the server cannot make sense of. */
function unreadableRequest(error: unknown, log: Log): Response {
  log.debug({ err: error }, 'a request could not be read')
  return Response.json(envelopeOf(UNREADABLE, '', randomUUID()), { status: 400 })
}

/** Bytes that are no HTTP, or headers that are too long: answered in the one envelope, on the bare connection. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW'
  const status = tooLong ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const message = `the address and headers are longer than ${MAX_HEADER_BYTES} bytes`
  const refusal = tooLong ? new Refusal('malformed_request', message) : UNREADABLE
  const body = JSON.stringify(envelopeOf(refusal, '', randomUUID()))
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`)
}
