import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { latLngToCell } from 'h3-js'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { cellToDecimal, trustCell } from '../../domain/cell.ts'

/** A response on its way through a faulty service. */
export interface Passing {
  readonly method: string
  /** The path below the base address, including the query. */
  readonly path: string
  /** The credential sent with the request; empty without one. */
  readonly token: string
  status: number
  readonly headers: Record<string, string>
  /** Parsed JSON, or text when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies are bent out of every shape here.
  body: any
}

/** How a faulty service changes the request's address or the response. */
export interface Fault {
  readonly asks?: (url: URL) => void
  readonly answers?: (passing: Passing) => void
}

/** Faults by description, each with the name of the check that finds it. */
export type Faults = Readonly<Record<string, readonly [check: string, fault: Fault]>>

export const without = (name: string) => (url: URL) => url.searchParams.delete(name)

export const eachZone =
  (change: (zone: Record<string, unknown>) => void) =>
  ({ body }: Passing) => {
    for (const row of body.results ?? []) if (row.kind === 'zone') change(row)
  }

export const ofPath = (start: string, change: (passing: Passing) => void) => (passing: Passing) => {
  if (passing.path.startsWith(start) && passing.status === 200) change(passing)
}
export const ofStats = (change: (passing: Passing) => void) => ofPath('/stats/current', change)
export const ofHistory = (change: (passing: Passing) => void) => ofPath('/stats/history', change)

/** A cell at sea, far from every market. */
export const FAR = cellToDecimal(trustCell(latLngToCell(0, -30, 8)))

/** A made-up row of figures for a cell. */
export function rowOf(h3: string): object {
  return { h3, estimated: false, median_price: 1, median_price_per_sqm: 1, median_area: 1, name: 'Sea' }
}

/** Starts a service that adds a fault to a real one, at the same path. */
export async function serveWith(fault: Fault, realUrl: string): Promise<{ base: string; server: Server }> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: target = '' } = incoming
    const url = new URL(target, realUrl)
    fault.asks?.(url)
    const { authorization } = incoming.headers
    const response = await fetch(url, { method, headers: authorization ? { authorization } : {} })
    const { 'transfer-encoding': _, 'content-length': __, connection: ___, ...headers } = headersOf(response)
    const text = await response.text()
    const isJson = headers['content-type']?.startsWith('application/json') ?? false
    const passing = {
      method,
      path: target.slice(PATH_PREFIX.length),
      token: authorization?.replace(/^Bearer /, '') ?? '',
      status: response.status,
      headers,
      body: isJson ? JSON.parse(text) : text,
    }
    fault.answers?.(passing)
    outgoing.writeHead(passing.status, passing.headers).end(isJson ? JSON.stringify(passing.body) : passing.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH_PREFIX}`, server }
}

function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(headers)
}
