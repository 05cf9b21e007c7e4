import assert from 'node:assert/strict'
import { COVERAGE_WINDOW_DAYS } from '../../contract/limits.ts'
import { type CoverageCountry, coverageResponse } from '../../contract/service/coverage.ts'
import { geoResponse, searchResponse } from '../../contract/service/geo.ts'
import { cellParent, isResolution, RESOLUTIONS } from '../../domain/cell.ts'
import type { Check } from '../subject/check.ts'
import { expectOk, expectRefusal } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'
import { needed } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'

const DAY_MS = 86_400_000

/** Sections 2.6 and 4.7, and the market classes of section 3. */
export const COVERAGE_CHECKS: readonly Check[] = [
  {
    section: '2.6',
    claim: `the look-back window is ${COVERAGE_WINDOW_DAYS} days, and every entry has valid fields`,
    async run({ market }) {
      const { coverage } = await market()
      assert.equal(coverage.window_days, COVERAGE_WINDOW_DAYS)
      for (const { country, h3_resolutions, last_ad_parsed_at } of coverage.countries) {
        assert.match(country, /^[a-z]{2}$/)
        assert.ok(h3_resolutions.every(isResolution), `h3_resolutions of ${country}: ${h3_resolutions}`)
        if (last_ad_parsed_at !== null) assert.match(last_ad_parsed_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|\+00:00)$/)
      }
    },
  },
  {
    section: '2.6',
    claim: 'every country is listed once, and /coverage has every country of /geo',
    async run({ market }) {
      const { coverage, countries } = await market()
      const served = coverage.countries.map(({ country }) => country)
      assert.equal(new Set(served).size, served.length, 'a country is listed twice')
      for (const { geo_id } of countries)
        assert.ok(served.includes(geo_id), `${geo_id} is in /geo but not in /coverage`)
    },
  },
  {
    section: '2.6',
    claim: 'freshness and coverage are notes in words',
    async run({ market }) {
      const { freshness, coverage } = (await market()).coverage
      for (const [name, note] of Object.entries({ freshness, coverage })) assert.match(note, /\p{L}/u, name)
    },
  },
  {
    section: '2.6',
    claim: 'every country in /geo is searchable',
    async run({ market }) {
      const { coverage, countries } = await market()
      needed(countries[0], '/geo lists no country')
      const listed = countries.map(({ geo_id }) => geo_id)
      const unsearchable = coverage.countries.filter(
        ({ country, searchable }) => listed.includes(country) && !searchable,
      )
      assert.deepEqual(
        unsearchable.map(({ country }) => country),
        [],
        'countries with a place tree that are not searchable',
      )
    },
  },
  {
    section: '2.6',
    claim:
      'a market with listings ingested within the window has prices_available, and no ingestion lies in the future',
    async run({ market, now }) {
      const { countries } = (await market()).coverage
      const ingested = countries.filter(({ last_ad_parsed_at }) => last_ad_parsed_at !== null)
      needed(ingested[0], 'no market states when it last ingested listings')
      // Markets ingest by the real clock, even when periods are served as of another day.
      const latest = Math.max(now.getTime(), Date.now()) + DAY_MS
      for (const { country, last_ad_parsed_at, prices_available } of ingested) {
        const last = Date.parse(last_ad_parsed_at ?? '')
        assert.ok(last <= latest, `last_ad_parsed_at of ${country} is ${last_ad_parsed_at}`)
        if (last < latest - (COVERAGE_WINDOW_DAYS - 1) * DAY_MS) continue
        assert.equal(prices_available, true, `prices_available of ${country}, last ingested ${last_ad_parsed_at}`)
      }
    },
  },
  {
    section: '2.6',
    claim: 'every resolution with figures is listed in h3_resolutions',
    async run({ market, figures, stats }) {
      const { zone, cell } = await figures()
      const entry = (await market()).coverage.countries.find(({ country }) => country === zone.country)
      for (const res of RESOLUTIONS) {
        const { stats: rows } = await stats({ h3: cellParent(cell, res) })
        const isHeld = entry?.h3_resolutions.includes(res)
        assert.ok(
          isHeld || rows.length === 0,
          `${zone.country} has figures at ${res}, but lists ${entry?.h3_resolutions}`,
        )
      }
    },
  },
  {
    section: '3',
    claim: 'a market with listings and names can be browsed, and searched by name',
    async run(subject) {
      const country = await marketOf(subject, { prices_available: true, searchable: true })
      await resolvesNames(subject, country)
    },
  },
  {
    section: '3',
    claim: 'a market with listings but no names is absent from /geo, and no name resolves in it',
    async run(subject) {
      const country = await marketOf(subject, { prices_available: true, searchable: false })
      await resolvesNoName(subject, country)
    },
  },
  {
    section: '3',
    claim: 'a market with names but no recent listings still resolves names',
    async run(subject) {
      const country = await marketOf(subject, { prices_available: false, searchable: true })
      await resolvesNames(subject, country)
    },
  },
  {
    section: '3',
    claim: 'a market with neither is listed, and no name resolves in it',
    async run(subject) {
      const country = await marketOf(subject, { prices_available: false, searchable: false })
      await resolvesNoName(subject, country)
    },
  },
  {
    section: '4.7',
    claim: 'country selects one entry',
    async run({ market, client }) {
      const entry = needed((await market()).coverage.countries[0], '/coverage lists no market')
      for (const country of [entry.country, entry.country.toUpperCase()]) {
        const { countries } = expectOk(coverageResponse, await client.ask(at('/coverage', { country })))
        assert.deepEqual(countries, [entry], `the entries for country=${country}`)
      }
    },
  },
  {
    section: '4.7',
    claim: 'a country that is not served has no entry, and a code that is not a country is refused',
    async run(subject) {
      const country = await unservedCountry(subject)
      const { countries } = expectOk(coverageResponse, await subject.client.ask(at('/coverage', { country })))
      assert.deepEqual(countries, [])
      expectRefusal(await subject.client.ask(at('/coverage', { country: 'zz' })), 'invalid_parameter', ['country'])
    },
  },
]

async function marketOf(
  { market }: Subject,
  flags: Pick<CoverageCountry, 'prices_available' | 'searchable'>,
): Promise<string> {
  const { coverage } = await market()
  const found = coverage.countries.find(
    (entry) => entry.prices_available === flags.prices_available && entry.searchable === flags.searchable,
  )
  return needed(found, `no market has ${JSON.stringify(flags)}`).country
}

async function resolvesNames({ client }: Subject, country: string): Promise<void> {
  const { parent, results } = expectOk(geoResponse, await client.ask(at('/geo', { parent: country })))
  assert.equal(parent?.geo_id, country)
  const zone = results.find((row) => row.kind === 'zone')
  assert.ok(zone, `${country} is searchable, but /geo lists nothing below it`)
  const found = expectOk(searchResponse, await client.ask(at('/geo/search', { q: zone.name, country, limit: 50 })))
  const ids = found.results.map((row) => (row.kind === 'zone' ? row.geo_id : row.kind))
  assert.ok(ids.includes(zone.geo_id), `"${zone.name}" in ${country}: expected ${zone.geo_id}, found ${ids}`)
}

async function resolvesNoName({ client, market }: Subject, country: string): Promise<void> {
  const { countries } = await market()
  assert.ok(!countries.some(({ geo_id }) => geo_id === country), `${country} is not searchable, but is in /geo`)
  assert.deepEqual(expectOk(geoResponse, await client.ask(at('/geo', { parent: country }))).results, [])
  expectRefusal(await client.ask(at('/geo/search', { q: 'Central', country })), 'not_covered', ['country', 'q'])
  expectRefusal(await client.ask(at('/stats/current', { geo_id: country, res: 4 })), 'not_covered', ['geo_id'])
}

/** Territories that have a code but hardly a market. */
const REMOTE = ['hm', 'bv', 'tf', 'gs', 'um', 'aq', 'io', 'pn']

/** A country that exists but is not in /coverage. */
export async function unservedCountry({ market }: Subject): Promise<string> {
  const served = new Set((await market()).coverage.countries.map(({ country }) => country))
  return needed(
    REMOTE.find((code) => !served.has(code)),
    'every remote territory is served',
  )
}
