import type { Edition } from '../../contract/proxy-api.ts'

type Fields = Readonly<Record<string, unknown>>

/** Records in a snapshot, whose values vary one by one. */
const FLOORS = 'min_listings_by_res'
const ALSO = 'also'
const DEFAULTS = 'defaults'
/** Figures that differ in these are not kept together. */
const SAME = new Set(['as_of', 'lens', 'resolution', 'currency', 'size_unit', 'revision'])
/** What is true of the service and not of the figures: the newest answer knows. */
const NEWEST = 'earliest_period'
const APART = new Set(['snapshot', 'varies', DEFAULTS, FLOORS, ALSO])

/**
 * Returns what holds of the figures of two responses of an edition: the held one itself where the other adds and changes
 * nothing. What either leaves out is taken from the other. What they differ on, such as the trim of two markets, is left
 * out, and named in `varies`, so that nothing is said of figures to which it does not apply.
 */
export function mergeEdition(held: Edition, received: Edition): Edition {
  const varies = new Set([...(held.varies ?? []), ...(received.varies ?? [])])
  const { also } = held.snapshot
  const defaults = mergeDefaults(held.defaults, received.defaults, varies)
  const merged: Edition = {
    ...held,
    ...merge(held, received, { varies, unstated: '' }),
    size_unit: held.size_unit || received.size_unit,
    snapshot: {
      ...held.snapshot,
      ...merge(held.snapshot, received.snapshot, { varies, unstated: null }),
      [FLOORS]: mergeRecord(held.snapshot[FLOORS], received.snapshot[FLOORS], varies, FLOORS),
      ...(also && { [ALSO]: mergeRecord(also, received.snapshot[ALSO] ?? {}, varies, ALSO) }),
    },
    ...(defaults && { [DEFAULTS]: defaults }),
    ...(varies.size > 0 && { varies: [...varies] }),
  }
  return JSON.stringify(merged) === JSON.stringify(held) ? held : merged
}

interface Rules {
  readonly varies: Set<string>
  /** What a field holds about which nothing is stated. */
  readonly unstated: '' | null
  readonly prefix?: string
}

/** Returns those of the held fields that change. */
function merge(held: Fields, received: Fields, { varies, unstated, prefix = '' }: Rules): Fields {
  const changed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(held)) {
    const other = received[name]
    if (SAME.has(name) || APART.has(name) || varies.has(prefix + name) || isUnstated(other) || other === value) continue
    const isTaken = isUnstated(value) || name === NEWEST
    if (!isTaken) varies.add(prefix + name)
    changed[name] = isTaken ? other : unstated
  }
  return changed
}

/** Merges values that have names of their own; those that vary are not there. An empty record takes the other's. */
function mergeRecord<T>(
  held: Readonly<Record<string, T>>,
  received: Readonly<Record<string, T>>,
  varies: Set<string>,
  field: string,
): Record<string, T> {
  const isVaried = (name: string) => varies.has(`${field}.${name}`)
  if (Object.keys(held).length === 0) {
    return Object.fromEntries(Object.entries(received).filter(([name]) => !isVaried(name)))
  }
  const changed = merge(held, received, { varies, unstated: null, prefix: `${field}.` })
  return Object.fromEntries(Object.entries({ ...held, ...changed }).filter(([name]) => !isVaried(name))) as Record<
    string,
    T
  >
}

/** A filter that only one of two answers names was not applied in the other. */
function mergeDefaults(held: Edition['defaults'], received: Edition['defaults'], varies: Set<string>) {
  if (held === undefined || received === undefined) return held ?? received
  for (const name of Object.keys({ ...held, ...received })) {
    if (held[name] !== received[name]) varies.add(`${DEFAULTS}.${name}`)
  }
  return Object.fromEntries(Object.entries(held).filter(([name]) => !varies.has(`${DEFAULTS}.${name}`)))
}

function isUnstated(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
