import { CONNECTION_BOUNDS } from '../../src/server/http/connection-bounds.ts'
import type { Server } from '../shared/program.ts'
import { heldBy, type Most } from './worst-inputs.ts'

/** A kind of connection that asks for nothing, or not for all of it. */
interface ConnectionKind {
  readonly what: string
  readonly bytes: string
}

/** What each server lets a client send before it answers. */
const MOST = {
  proxy: { headKb: 15, form: '/api/purchases', type: 'application/json', bodyKb: 10 },
  service: { headKb: 250, form: '/account/sign-in', type: 'application/x-www-form-urlencoded', bodyKb: 4 },
} as const

function kindsOf(part: keyof typeof MOST): ConnectionKind[] {
  const { headKb, form, type, bodyKb } = MOST[part]
  const long = 'x'.repeat(1_024 * headKb)
  const head = (method: string, path: string, more: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}`
  return [
    { what: 'that send nothing', bytes: '' },
    { what: `with an unfinished head of ${headKb} KB`, bytes: head('GET', '/', `X-Long: ${long}`) },
    { what: `with an unfinished head of ${headKb} KB in 200 headers`, bytes: head('GET', '/', manyHeaders(headKb)) },
    {
      what: `with an unfinished body of ${bodyKb} KB`,
      bytes: `${head('POST', form, `Content-Type: ${type}\r\nContent-Length: ${1_024 * bodyKb}`)}\r\n\r\n${'x'.repeat(1_000 * bodyKb)}`,
    },
    { what: `kept open after a head of ${headKb} KB`, bytes: `${head('GET', '/healthz', `X-Long: ${long}`)}\r\n\r\n` },
  ]
}

function manyHeaders(kilobytes: number): string {
  const value = 'x'.repeat(Math.floor((1_024 * kilobytes) / 200) - 12)
  return Array.from({ length: 200 }, (_, i) => `X-Long-${i}: ${value}\r\n`).join('')
}

/** Memory in MB that one connection of a kind holds, and as many as one address may have. */
export interface HeldByKind {
  readonly what: string
  readonly heldMb: number
  readonly addressMb: number
}

/** Measures each kind on a server. */
export async function measureConnections(
  part: keyof typeof MOST,
  server: Server,
  most: Pick<Most, 'heldMb' | 'addressMb'>,
): Promise<HeldByKind[]> {
  const found: HeldByKind[] = []
  for (const { what, bytes } of kindsOf(part)) {
    const heldMb = await heldBy(server, () => bytes, { connections: 1, mostMb: most.heldMb })
    const addressMb = await heldBy(server, () => bytes, {
      connections: CONNECTION_BOUNDS.perClient,
      mostMb: most.addressMb,
    })
    found.push({ what: `${CONNECTION_BOUNDS.perClient} ${what}`, heldMb, addressMb })
  }
  return found
}
