import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type PurchaseEvent, purchaseEvent } from '../contract/proxy-api.ts'
import { createComputing } from '../proxy/computing.ts'
import { type ProxyOptions, startProxy } from '../proxy/start-proxy.ts'
import type { Patience } from '../proxy/upstream/pacing/retry-pause.ts'

/** Retries at once, and waits for no Retry-After above a second. */
const IMPATIENT: Patience = { backOff: 1, retries: 3, longestWait: 1_000, unstatedWait: 1, minute: 1 }

/** For all proxies of the test process: starting a thread takes longer than most tests. It ends with the process. */
const computing = createComputing()

type OfType<T extends PurchaseEvent['type']> = Extract<PurchaseEvent, { type: T }>

/** The events of one `POST /api/purchases`. */
export interface PurchaseEvents {
  readonly events: readonly PurchaseEvent[]
  all<T extends PurchaseEvent['type']>(type: T): OfType<T>[]
  readonly receipt: OfType<'receipt'>
}

/** A proxy over a service, with its own folder, that records every byte sent to clients or to its log. */
export interface ProxyUnderTest {
  readonly url: string
  get(path: string, headers?: Record<string, string>): Promise<{ response: Response; bytes: Uint8Array; text: string }>
  post(body: unknown, headers?: Record<string, string>): Promise<{ response: Response; text: string }>
  postTo(path: string, body: unknown): Promise<{ response: Response; text: string }>
  buy(parents: readonly string[], changed?: object): Promise<PurchaseEvents>
  /** Stops the proxy and starts another over the same folder. */
  restart(): Promise<void>
  /** Everything sent to clients and written to the log. */
  said(): string
  close(): Promise<void>
}

/** Starts a proxy; `close` removes its folder too. */
export async function startProxyUnderTest(
  service: { url: string; token: string },
  changed: Partial<ProxyOptions> = {},
): Promise<ProxyUnderTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'proxy-'))
  let said = ''
  const keepLine = (line: string) => {
    said += line
  }
  const log = pino({ level: 'trace' }, { write: keepLine })
  const start = () =>
    startProxy({
      dataDir,
      host: '127.0.0.1',
      port: 0,
      serviceBaseUrl: service.url,
      serviceToken: service.token,
      pageDir: null,
      now: () => new Date('2026-11-21T10:00:00Z'),
      clock: () => new Date('2026-11-21T10:00:00Z'),
      log,
      patience: IMPATIENT,
      computing,
      ...changed,
    })
  let proxy = await start()

  const call = async (path: string, init: RequestInit) => {
    const response = await fetch(`${proxy.url}${path}`, init)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = Buffer.from(bytes).toString('utf8')
    said += `${JSON.stringify([...response.headers])}${text}`
    return { response, bytes, text }
  }
  const json = { 'Content-Type': 'application/json' }
  const post: ProxyUnderTest['post'] = (body, headers = json) =>
    call('/api/purchases', { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
  return {
    get url() {
      return proxy.url
    },
    get: (path, headers = {}) => call(path, { headers, redirect: 'manual' }),
    post,
    postTo: (path, body) => call(path, { method: 'POST', headers: json, body: JSON.stringify(body) }),
    buy: async (parents, changedRequest = {}) =>
      readPurchaseEvents(
        (await post({ as_of: '2026-11-01', lens: 'default', resolution: 8, parents, ...changedRequest })).text,
      ),
    restart: async () => {
      await proxy.close()
      proxy = await start()
    },
    said: () => said,
    close: async () => {
      await proxy.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** Reads the lines of a purchase's response; empty ones say nothing. Throws when a line is not an event or the receipt is not last. */
export function readPurchaseEvents(text: string): PurchaseEvents {
  const events = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => purchaseEvent.parse(JSON.parse(line)))
  const receipt = events.at(-1)
  if (receipt?.type !== 'receipt') throw new Error(`expected a receipt as the last event, found: ${text.slice(-200)}`)
  return {
    events,
    receipt,
    all: <T extends PurchaseEvent['type']>(type: T) =>
      events.filter((event): event is OfType<T> => event.type === type),
  }
}
