// The longest stop of the event loop, and the most memory that one connection and one address hold, for the worst input of
// each route of the proxy and of the service, and for each kind of connection that asks for nothing. The routes come from
// the servers' own tables. What other programs add to a stop is taken off: waits for a processor, and the share by which the
// same work takes longer than on a quiet machine. Exits with 1 where a bound is broken or a route has no worst input.
//   npm run bench -- longest-stops [--only proxy|service|"POST /api/areas"]... [--input "to buy"]
import { parseArgs } from 'node:util'
import { proxyRoutes, serviceRoutes } from './longest-stops/routes.ts'
import { measureConnections } from './longest-stops/worst-connections.ts'
import { type Measured, type Measuring, measureInput, type WorstInput } from './longest-stops/worst-inputs.ts'
import { withWorstService } from './longest-stops/worst-inputs-service.ts'
import { withWorstProxy } from './longest-stops/worst-proxy.ts'
import { type Server, startServer } from './shared/program.ts'
import { printTable } from './shared/table.ts'

/** Milliseconds that the event loop may stop; megabytes that one connection and that one address may hold. */
const MOST = { stopMs: 50, heldMb: 16, addressMb: 256 } as const

export async function main(args: string[]): Promise<number> {
  const options = { only: { type: 'string', multiple: true }, input: { type: 'string', default: '' } } as const
  const { only, input } = parseArgs({ args, options }).values
  const parts = [
    { part: 'proxy' as const, all: await proxyRoutes(), use: withWorstProxy },
    { part: 'service' as const, all: serviceRoutes(), use: withWorstService },
  ]
  const pace = await startServer('pace', {})
  const rows: string[][] = []
  for (const { part, all, use } of parts) {
    const routes = only === undefined || only.includes(part) ? all : all.filter((route) => only.includes(route))
    const isWhole = only === undefined || only.includes(part)
    if (routes.length === 0) continue
    await use(async (server, inputs) => {
      const chosen = inputs.filter(({ what }) => what.includes(input))
      for (const route of routes) rows.push(...(await rowsOf(part, route, { server, pace }, chosen)))
      if (isWhole) rows.push(...(await connectionRows(part, server)))
    })
  }
  await pace.close()
  printTable(['server', 'route', 'worst input', 'longest stop, ms', 'held, MB', 'by an address, MB', 'bound'], rows)
  return rows.every((row) => row.at(-1) === 'kept') ? 0 : 1
}

async function rowsOf(
  part: string,
  route: string,
  measuring: Measuring,
  inputs: readonly WorstInput[],
): Promise<string[][]> {
  const own = inputs.filter((input) => input.route === route)
  if (own.length === 0) return [[part, route, 'none', '', '', '', 'no worst input']]
  const rows: string[][] = []
  for (const input of own) {
    const measured = await measureInput(measuring, input, MOST)
    const { stopMs, heldMb, addressMb } = measured
    const bound = boundOf(measured)
    const row = [part, route, input.what, stopMs.toFixed(0), heldMb.toFixed(1), addressMb.toFixed(0), bound]
    console.log(row.join(' | '))
    rows.push(row)
  }
  return rows
}

/** Kinds of connections belong to no route, and stop nothing. */
async function connectionRows(part: 'proxy' | 'service', server: Server): Promise<string[][]> {
  const kinds = await measureConnections(part, server, MOST)
  return kinds.map(({ what, heldMb, addressMb }) => {
    const bound = heldMb <= MOST.heldMb && addressMb <= MOST.addressMb ? 'kept' : 'broken'
    const row = [part, 'connections', what, '', heldMb.toFixed(1), addressMb.toFixed(0), bound]
    console.log(row.join(' | '))
    return row
  })
}

function boundOf({ stopMs, heldMb, addressMb, fault }: Measured): string {
  if (fault !== null) return fault
  const isKept = stopMs <= MOST.stopMs && heldMb <= MOST.heldMb && addressMb <= MOST.addressMb
  return isKept ? 'kept' : 'broken'
}
