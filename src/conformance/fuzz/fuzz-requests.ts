import fc from 'fast-check'
import type { DeclaredRead } from '../subject/published-contract.ts'
import { type Known, NASTY } from './fuzz-values.ts'

/** A random request to a declared path. */
export interface AnyRequest {
  /** The path as declared. */
  readonly template: string
  readonly method: string
  /** The path below the base address, including the query. */
  readonly path: string
}

type Parameter = DeclaredRead['parameters'][number]
type Pairs = readonly (readonly [name: string, value: string])[]

/** Groups of parameters that together select something; a request with one group can succeed. */
const SELECTORS = [['geo_id'], ['h3'], ['lat', 'lng', 'radius_km'], ['lat', 'lng'], ['q']]
/** The most parameters beside a selector. */
const EXTRAS_MAX = 3
/** The most parameters of a request without a chosen selector. With all parameters, hardly any would succeed. */
const PARAMETERS_MAX = 5
/** Names that no endpoint declares; careless programs give some of them a meaning. */
const UNDECLARED = ['other', '__proto__', 'constructor', 'h3[]', 'token', '']
const OTHER_METHODS = ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']

/** Generates requests to all endpoints; endpoints with more parameters get more. */
export function anyRequest(reads: readonly DeclaredRead[], known: Known): fc.Arbitrary<AnyRequest> {
  const values = valuesOf(known)
  return fc.oneof(
    ...reads.map((read) => ({ weight: 1 + 2 * read.parameters.length, arbitrary: requestTo(read, values) })),
  )
}

function requestTo({ path: template, parameters }: DeclaredRead, values: Values): fc.Arbitrary<AnyRequest> {
  const inPath = parameters.filter((each) => each.in === 'path')
  const inQuery = parameters.filter((each) => each.in === 'query')
  const method = fc.oneof(
    { weight: 60, arbitrary: fc.constant('GET') },
    { weight: 1, arbitrary: fc.constantFrom(...OTHER_METHODS) },
  )
  const asked = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(pairsOf(inPath, values.meaningful), meaningfulQuery(inQuery, values)) },
    { weight: 2, arbitrary: fc.tuple(pairsOf(inPath, values.meaningful), queryWithOneHostile(inQuery, values)) },
    { weight: 2, arbitrary: fc.tuple(pairsOf(inPath, values.any), anyQuery(inQuery, values)) },
  )
  return fc.tuple(method, asked).map(([method, [segments, pairs]]) => {
    const path = segments.reduce((left, [name, value]) => left.replace(`{${name}}`, segment(value)), template)
    const query = String(new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])))
    return { template, method, path: query === '' ? path : `${path}?${query}` }
  })
}

/** A query that can succeed: one selector and some other parameters, all with meaningful values. */
function meaningfulQuery(parameters: readonly Parameter[], { meaningful }: Values): fc.Arbitrary<Pairs> {
  const selectors = selectorsAmong(parameters)
  const extras = parameters.filter(({ name, schema }) => !schema.deprecated && !selectors.flat().includes(name))
  const chosen = fc.tuple(
    fc.constantFrom(...(selectors.length > 0 ? selectors : [[]])),
    someOf(
      extras.map(({ name }) => name),
      EXTRAS_MAX,
    ),
  )
  return fc.tuple(pairsOf(parameters, meaningful), chosen).map(([pairs, [selector, others]]) => {
    return pairs.filter(([name]) => selector.includes(name) || others.includes(name))
  })
}

/** The selectors whose parameters are all declared, without those that are part of a larger one. */
function selectorsAmong(parameters: readonly Parameter[]): string[][] {
  const names = parameters.map(({ name }) => name)
  const possible = SELECTORS.filter((group) => isWithin(group, names))
  return possible.filter((group) => !possible.some((other) => other.length > group.length && isWithin(group, other)))
}

function isWithin(group: readonly string[], other: readonly string[]): boolean {
  return group.every((name) => other.includes(name))
}

/** A query that could succeed but for one hostile value, of an added or a replaced parameter. */
function queryWithOneHostile(parameters: readonly Parameter[], values: Values): fc.Arbitrary<Pairs> {
  const names = [...parameters.map(({ name }) => name), ...UNDECLARED]
  return fc
    .tuple(meaningfulQuery(parameters, values), fc.constantFrom(...names), values.hostile, fc.boolean())
    .map(([pairs, name, value, replaced]) => {
      return [...(replaced ? pairs.filter(([each]) => each !== name) : pairs), [name, value]]
    })
}

/** A query of any parameters with any values. */
function anyQuery(parameters: readonly Parameter[], { any }: Values): fc.Arbitrary<Pairs> {
  const names = parameters.map(({ name }) => name)
  return fc
    .tuple(pairsOf(parameters, any), someOf(names, PARAMETERS_MAX))
    .map(([pairs, chosen]) => pairs.filter(([name]) => chosen.includes(name)))
}

function someOf(names: readonly string[], most: number): fc.Arbitrary<string[]> {
  return fc.subarray([...names], { maxLength: Math.min(most, names.length) })
}

/** A value for each of the parameters. */
function pairsOf(parameters: readonly Parameter[], make: Values['any']): fc.Arbitrary<Pairs> {
  return fc.tuple(...parameters.map((each) => fc.tuple(fc.constant(each.name), make(each))))
}

interface Values {
  /** Values that are valid for the parameter, where some are known. */
  readonly meaningful: (parameter: Parameter) => fc.Arbitrary<string>
  /** Values of other parameters, numbers, values known for trouble, and any text. */
  readonly hostile: fc.Arbitrary<string>
  readonly any: (parameter: Parameter) => fc.Arbitrary<string>
}

function valuesOf(known: Known): Values {
  const hostile = fc.oneof(
    fc.constantFrom(...Object.values(known).flat()),
    fc.integer({ min: -5, max: 510 }).map(String),
    fc.constantFrom(...NASTY),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  const meaningful = ({ name, schema }: Parameter) => {
    const values = [...(known[name] ?? []), ...(schema.enum ?? []).map(String)]
    return values.length > 0 ? fc.constantFrom(...values) : hostile
  }
  const any = (parameter: Parameter) =>
    fc.oneof({ weight: 3, arbitrary: meaningful(parameter) }, { weight: 1, arbitrary: hostile })
  return { meaningful, hostile, any }
}

/** A value as a path segment; `-` for values that would change the path. */
function segment(value: string): string {
  const encoded = encodeURIComponent(value)
  return encoded === '' || /^\.{1,2}$/.test(encoded) ? '-' : encoded
}
