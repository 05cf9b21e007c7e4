import fc from 'fast-check'
import type { DeclaredRead } from '../subject/published-contract.ts'
import { type Known, NASTY } from './fuzz-values.ts'

/** A request to a declared path. */
export interface AnyRequest {
  /** The path as it is declared. */
  readonly template: string
  readonly method: string
  /** Below the base address, query included. */
  readonly path: string
}

type Parameter = DeclaredRead['parameters'][number]
type Pairs = readonly (readonly [name: string, value: string])[]

/** Parameters that say together what is asked for; one of these groups makes a request that can be answered. */
const SUBJECTS = [['geo_id'], ['h3'], ['lat', 'lng', 'radius_km'], ['lat', 'lng'], ['q']]
/** Most parameters that are sent beside, and most of a request of any parameters: with all hardly one is answered. */
const BESIDE_MAX = 3
const PARAMETERS_MAX = 5
/** Names that no endpoint declares, some of which mean something to a careless program. */
const UNDECLARED = ['other', '__proto__', 'constructor', 'h3[]', 'token', '']
const OTHER_METHODS = ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']

/** A request to any of the endpoints, the more often the more parameters it has. */
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
    { weight: 6, arbitrary: fc.tuple(pairsOf(inPath, values.meant), meantQuery(inQuery, values)) },
    { weight: 2, arbitrary: fc.tuple(pairsOf(inPath, values.meant), oneHostile(inQuery, values)) },
    { weight: 2, arbitrary: fc.tuple(pairsOf(inPath, values.any), anyQuery(inQuery, values)) },
  )
  return fc.tuple(method, asked).map(([method, [segments, pairs]]) => {
    const path = segments.reduce((left, [name, value]) => left.replace(`{${name}}`, segment(value)), template)
    const query = String(new URLSearchParams(pairs.map(([name, value]) => [name, value])))
    return { template, method, path: query === '' ? path : `${path}?${query}` }
  })
}

/** What can be answered: a subject, and some of the other parameters, with values that mean something. */
function meantQuery(parameters: readonly Parameter[], { meant }: Values): fc.Arbitrary<Pairs> {
  const subjects = subjectsAmong(parameters)
  const beside = parameters.filter(({ name, schema }) => !schema.deprecated && !subjects.flat().includes(name))
  const chosen = fc.tuple(
    fc.constantFrom(...(subjects.length > 0 ? subjects : [[]])),
    someOf(
      beside.map(({ name }) => name),
      BESIDE_MAX,
    ),
  )
  return fc.tuple(pairsOf(parameters, meant), chosen).map(([pairs, [subject, others]]) => {
    return pairs.filter(([name]) => subject.includes(name) || others.includes(name))
  })
}

/** The groups of which all parameters are declared, but those that are part of a larger one. */
function subjectsAmong(parameters: readonly Parameter[]): string[][] {
  const names = parameters.map(({ name }) => name)
  const possible = SUBJECTS.filter((group) => isWithin(group, names))
  return possible.filter((group) => !possible.some((other) => other.length > group.length && isWithin(group, other)))
}

function isWithin(group: readonly string[], other: readonly string[]): boolean {
  return group.every((name) => other.includes(name))
}

/** What could be answered, but for one parameter more, or another value of one. */
function oneHostile(parameters: readonly Parameter[], values: Values): fc.Arbitrary<Pairs> {
  const names = [...parameters.map(({ name }) => name), ...UNDECLARED]
  return fc
    .tuple(meantQuery(parameters, values), fc.constantFrom(...names), values.hostile, fc.boolean())
    .map(([pairs, name, value, replaced]) => {
      return [...(replaced ? pairs.filter(([each]) => each !== name) : pairs), [name, value]]
    })
}

/** Any parameters with any values. */
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
  /** What means something for the parameter. */
  readonly meant: (parameter: Parameter) => fc.Arbitrary<string>
  /** What is meant for another parameter, a number, a value that is known for trouble, or any text. */
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
  const meant = ({ name, schema }: Parameter) => {
    const values = [...(known[name] ?? []), ...(schema.enum ?? []).map(String)]
    return values.length > 0 ? fc.constantFrom(...values) : hostile
  }
  const any = (parameter: Parameter) =>
    fc.oneof({ weight: 3, arbitrary: meant(parameter) }, { weight: 1, arbitrary: hostile })
  return { meant, hostile, any }
}

/** A value as a segment of a path; what would change the path is no segment. */
function segment(value: string): string {
  const encoded = encodeURIComponent(value)
  return encoded === '' || /^\.{1,2}$/.test(encoded) ? '-' : encoded
}
