// The longest stop of the event loop, and the most memory that one connection and 64 of them hold, for the worst input of each route of
// the proxy and of the service. The routes come from the servers' own tables. Exits with 1 where a bound is broken or a
// route has no worst input.
//   npm run bench -- longest-stops [--only proxy|service|"POST /api/areas"]... [--input "to buy"]
import { parseArgs } from 'node:util'
import type { Server } from './shared/program.ts'
import { proxyRoutes, serviceRoutes } from './shared/routes.ts'
import { printTable } from './shared/table.ts'
import { type Measured, measureInput, type WorstInput } from './shared/worst-inputs.ts'
import { withWorstProxy } from './shared/worst-inputs-proxy.ts'
import { withWorstService } from './shared/worst-inputs-service.ts'

/** Milliseconds that the event loop may stop; megabytes that one connection and that one address may hold. */
const MOST = { stopMs: 50, heldMb: 16, addressMb: 256 } as const

export async function main(args: string[]): Promise<number> {
  const options = { only: { type: 'string', multiple: true }, input: { type: 'string', default: '' } } as const
  const { only, input } = parseArgs({ args, options }).values
  const parts = [
    { part: 'proxy', all: await proxyRoutes(), use: withWorstProxy },
    { part: 'service', all: serviceRoutes(), use: withWorstService },
  ]
  const rows: string[][] = []
  for (const { part, all, use } of parts) {
    const routes = only === undefined || only.includes(part) ? all : all.filter((route) => only.includes(route))
    if (routes.length === 0) continue
    await use(async (server, inputs) => {
      const chosen = inputs.filter(({ what }) => what.includes(input))
      for (const route of routes) rows.push(...(await rowsOf(part, route, server, chosen)))
    })
  }
  printTable(['server', 'route', 'worst input', 'longest stop, ms', 'held, MB', 'by 64, MB', 'bound'], rows)
  return rows.every((row) => row.at(-1) === 'kept') ? 0 : 1
}

async function rowsOf(part: string, route: string, server: Server, inputs: readonly WorstInput[]): Promise<string[][]> {
  const own = inputs.filter((input) => input.route === route)
  if (own.length === 0) return [[part, route, 'none', '', '', '', 'no worst input']]
  const rows: string[][] = []
  for (const input of own) {
    const measured = await measureInput(server, input, MOST.stopMs)
    const { stopMs, heldMb, addressMb } = measured
    const bound = boundOf(measured)
    const row = [part, route, input.what, stopMs.toFixed(0), heldMb.toFixed(1), addressMb.toFixed(0), bound]
    console.log(row.join(' | '))
    rows.push(row)
  }
  return rows
}

function boundOf({ stopMs, heldMb, addressMb, fault }: Measured): string {
  if (fault !== null) return fault
  const isKept = stopMs <= MOST.stopMs && heldMb <= MOST.heldMb && addressMb <= MOST.addressMb
  return isKept ? 'kept' : 'broken'
}
