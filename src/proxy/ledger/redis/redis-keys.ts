import { figuresText } from '../../../domain/currency.ts'
import type { EditionName } from '../../../domain/edition.ts'

/** The keys of one service's ledger. Keys that are written atomically share a tag in braces, and so a slot in a cluster. */
export interface RedisKeys {
  readonly edition: (name: EditionName) => string
  readonly tiles: (name: EditionName) => string
  readonly parts: (name: EditionName) => string
  /** For all periods together, as is `tally`. */
  readonly receipts: (name: CostName) => string
  readonly tally: (name: CostName) => string
  readonly lookups: (as_of: string) => string
  readonly scales: (as_of: string) => string
  readonly lesson: (name: string) => string
  readonly lease: (name: string) => string
  readonly calls: (day: string) => string
  readonly callKey: (call: string) => string
  readonly openCall: (name: CostName, id: string) => string
  /** The ids of the open calls of an edition, in all periods. */
  readonly openCalls: (name: CostName) => string
  /** The editions that may have anything held. */
  readonly index: string
  /** Cells sent without being bought, by day. */
  readonly held: string
  /** Written to see whether the store takes anything. */
  readonly check: string
}

/** The name that costs are counted under. */
export type CostName = Omit<EditionName, 'as_of'>

/** Creates the keys of a ledger; its name is in each, so that one service's figures are never shown as another's. */
export function redisKeys(ledger: string): RedisKeys {
  const key = (tag: string, rest: string) => `squaremetre:{${ledger}${tag}}:${rest}`
  const cost = (name: CostName) => ` ${figuresText(name)} ${name.resolution}`
  return {
    edition: (name) => key(cost(name), `edition:${name.as_of}`),
    tiles: (name) => key(cost(name), `tiles:${name.as_of}`),
    parts: (name) => key(cost(name), `parts:${name.as_of}`),
    receipts: (name) => key(cost(name), 'receipts'),
    tally: (name) => key(cost(name), 'tally'),
    lookups: (as_of) => key('', `lookups:${as_of}`),
    scales: (as_of) => key('', `scales:${as_of}`),
    lesson: (name) => key('', `lesson:${name}`),
    lease: (name) => key(' leases', name),
    calls: (day) => key(' calls', day),
    callKey: (call) => key('', `call-key:${call}`),
    openCall: (name, id) => key(cost(name), `open-call:${id}`),
    openCalls: (name) => key(cost(name), 'open-calls'),
    index: key('', 'editions'),
    held: key('', 'held'),
    check: key('', 'check'),
  }
}

/** Returns an edition's entry in the index. */
export function indexMember(name: EditionName): string {
  return `${name.as_of} ${figuresText(name)} ${name.resolution}`
}
