import type { RawZone } from './read-zones.ts'

/** The property with the zones' names: `named`, or one with a usual name. Throws when that is not clear. */
export function chooseNameProperty(zones: readonly RawZone[], named: string | undefined): string {
  const known = propertyNames(zones)
  if (named !== undefined) {
    requireProperty(zones, named, 'name')
    return named
  }
  const exact = known.find((property) => /^(name|nombre|nom|nome|naam|bezeichnung)$/i.test(property))
  const holding = known.filter((property) => /nam|nom/i.test(property) && zones.every((zone) => textOf(zone, property)))
  const [only, another] = holding
  const chosen = exact ?? (another === undefined ? only : undefined)
  if (chosen !== undefined) return chosen
  throw new Error(
    `the property with the name is not clear; choose it with --name PROPERTY. The properties are ${known.join(', ')}`,
  )
}

/** Throws when no zone has the property. */
export function requireProperty(zones: readonly RawZone[], property: string, role: string): void {
  if (zones.some((zone) => textOf(zone, property) !== null)) return
  throw new Error(
    `expected "${property}" as ${role} property, but no zone has it; the properties are ${propertyNames(zones).join(', ')}`,
  )
}

/** A property as text; null when it is missing or empty. */
export function textOf({ properties }: RawZone, property: string): string | null {
  const value = properties[property]
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? null : text
}

function propertyNames(zones: readonly RawZone[]): string[] {
  return [...new Set(zones.flatMap(({ properties }) => Object.keys(properties)))]
}
