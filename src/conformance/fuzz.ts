import fc from 'fast-check'
import { getPentagons } from 'h3-js'
import pLimit from 'p-limit'
import { errorEnvelope } from '../contract/errors.ts'
import { cellParent, cellToDecimal } from '../domain/cell.ts'
import { cellCenter, cellsAround } from '../domain/distance.ts'
import type { Answer } from './http-client.ts'
import type { DeclaredRead } from './published-contract.ts'
import type { Subject } from './subject.ts'

const AT_ONCE = 8

/** What can be wrong with any value. */
const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '1e99',
  '-0',
  '00',
  'NaN',
  'null',
  '[]',
  '%',
  '%00',
  '\u0000',
  "';--",
  '../..',
]
const LONG = ['9'.repeat(19), '9'.repeat(400), 'ł'.repeat(300), '🏙️', 'a,b', ',', 'true', '٣']

/**
 * Asks each declared GET with made-up parameters, some of them right; answers what went wrong: a status of 500 or more,
 * a failure that is not the envelope, or an answer that is not as declared. The same seed asks the same.
 */
export async function fuzz(subject: Subject, options: { requests: number; seed: number }): Promise<string[]> {
  const { reads, departures } = await subject.contract()
  const known = await knownValues(subject)
  const limit = pLimit(AT_ONCE)
  const paths = fc.sample(anyRequest(reads, known), {
    numRuns: options.requests,
    seed: options.seed,
  })
  const faults = new Set<string>()
  const tasks = paths.map((path) =>
    limit(async () => {
      const answer = await subject.client.ask(path, { kept: false })
      for (const fault of [...faultsOf(answer), ...departures(answer)]) faults.add(`GET ${path}: ${fault}`)
    }),
  )
  await Promise.all(tasks)
  return [...faults]
}

function faultsOf({ status, body, text }: Answer): string[] {
  if (status >= 500) return [`status ${status}: ${text.slice(0, 200)}`]
  return status >= 400 && !errorEnvelope.safeParse(body).success ? [`status ${status} without the envelope`] : []
}

/** Values that mean something to the service, by the parameter's name. */
type Known = Readonly<Record<string, readonly string[]>>

async function knownValues({ market, figures }: Subject): Promise<Known> {
  const { zones, countries } = await market()
  const { cell } = await figures()
  const cells = [4, 5, 6, 7, 8].map((resolution) => cellParent(cell, resolution))
  const near = cellsAround(cell, 2)
  const pentagons = [4, 8].flatMap((resolution) => getPentagons(resolution).slice(0, 2))
  const places = [...zones.slice(0, 20).map(({ geo_id }) => geo_id), ...countries.map(({ geo_id }) => geo_id)]
  const { lat, lng } = cellCenter(cell)
  return {
    geo_id: places,
    parent: places,
    country: countries.map(({ geo_id }) => geo_id),
    q: zones.slice(0, 20).map(({ name }) => name),
    h3: [
      ...cells,
      ...cells.map(cellToDecimal),
      near.join(),
      near.map(cellToDecimal).join(),
      ...pentagons,
      ...pentagons,
    ],
    lat: [String(lat), String(lat), '-90', '90', '0'],
    lng: [String(lng), String(lng), '-180', '180', '0'],
    radius_km: ['0.001', '1', '3', '20', '500'],
    currency: ['USD', 'EUR', 'gbp'],
    min_price_usd: ['0', '100000', '1e7'],
    max_price_usd: ['300000', '1e6'],
    page: ['1', '2', '10000'],
    limit: ['1', '7', '100', '100000'],
  }
}

/** A request to any of the endpoints, the more often the more parameters it has. */
function anyRequest(reads: readonly DeclaredRead[], known: Known): fc.Arbitrary<string> {
  return fc.oneof(
    ...reads.map((read) => ({ weight: 1 + 2 * read.parameters.length, arbitrary: requestTo(read, known) })),
  )
}

/** Most parameters that are sent at once: with all of them hardly a request would be answered. */
const PARAMETERS_MAX = 4

function requestTo({ path, parameters }: DeclaredRead, known: Known): fc.Arbitrary<string> {
  const inPath = parameters.filter((each) => each.in === 'path')
  const inQuery = parameters.filter((each) => each.in === 'query')
  const pairOf = (each: (typeof parameters)[number]) => fc.tuple(fc.constant(each.name), valueOfParameter(each, known))
  const query = fc.subarray(inQuery, { maxLength: Math.min(PARAMETERS_MAX, inQuery.length) })
  const twice = fc.option(pairOf(inQuery[0] ?? { name: 'other', in: 'query', schema: { type: 'string' } }), {
    freq: 10,
  })
  return fc
    .tuple(
      fc.tuple(...inPath.map(pairOf)),
      query.chain((chosen) => fc.tuple(...chosen.map(pairOf))),
      twice,
    )
    .map(([segments, pairs, again]) => {
      const filled = segments.reduce((left, [name, value]) => left.replace(`{${name}}`, segment(value)), path)
      const all = again ? [...pairs, again] : pairs
      return all.length === 0 ? filled : `${filled}?${new URLSearchParams(all)}`
    })
}

function valueOfParameter({ name, schema }: DeclaredRead['parameters'][number], known: Known): fc.Arbitrary<string> {
  const meant = [...(known[name] ?? []), ...(schema.enum ?? []).map(String)]
  const others = Object.values(known).flat()
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(meant.length > 0 ? meant : others)) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
    { weight: 1, arbitrary: fc.integer({ min: -5, max: 510 }).map(String) },
    { weight: 1, arbitrary: fc.constantFrom(...NASTY, ...LONG) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  )
}

/** A value as a segment of a path; what would change the path is no segment. */
function segment(value: string): string {
  const encoded = encodeURIComponent(value)
  return encoded === '' || /^\.{1,2}$/.test(encoded) ? '-' : encoded
}
