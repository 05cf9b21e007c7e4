import assert from 'node:assert/strict'
import { SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX } from '../../contract/limits.ts'
import { errorEnvelope } from '../../contract/service/errors.ts'
import { searchResponse, type ZoneRow } from '../../contract/service/geo.ts'
import type { Check } from '../subject/check.ts'
import { expectOk, expectRefusal, nameOf } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'
import { needed, Skipped } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'
import { unservedCountry } from './coverage.ts'

type Query = Readonly<Record<string, string | number>>

/** A name that no place has, nor any similar one. */
const NO_SUCH_NAME = 'Qzxjkvwq Xxyzzq'
/** Towns from around the world; a place tree of some countries is unlikely to have them all. */
const TOWNS = ['Yokohama', 'Antananarivo', 'Reykjavik', 'Ulaanbaatar', 'Montevideo', 'Kathmandu']

/** Section 4.4: GET /geo/search. */
export const SEARCH_CHECKS: readonly Check[] = [
  {
    section: '4.4',
    claim: 'a zone is found by its name, whatever the case and diacritics',
    async run(subject) {
      const zone = await someZone(subject)
      for (const q of [zone.name, zone.name.toUpperCase(), zone.name.toLowerCase(), withoutMarks(zone.name)]) {
        const ids = await idsOf(subject, { q, country: zone.country, limit: SEARCH_LIMIT_MAX })
        assert.ok(ids.includes(zone.geo_id), `"${q}" does not find "${zone.name}" (${zone.geo_id})`)
      }
    },
  },
  {
    section: '4.4',
    claim: 'a zone with exactly the searched name comes first',
    async run(subject) {
      const zone = await someZone(subject)
      const [first] = await zonesOf(subject, { q: zone.name, country: zone.country })
      assert.equal(withoutMarks(first?.name ?? '').toLowerCase(), withoutMarks(zone.name).toLowerCase())
    },
  },
  {
    section: '4.4',
    claim: 'a name with a letter left out still finds its zone',
    async run(subject) {
      const { zones } = await subject.market()
      const zone = needed(
        zones.find(({ name }) => /^[a-z]{9,}$/i.test(name)),
        'no zone is named with one long plain word',
      )
      const q = zone.name.slice(0, 4) + zone.name.slice(5)
      const ids = await idsOf(subject, { q, country: zone.country, limit: SEARCH_LIMIT_MAX })
      assert.ok(ids.includes(zone.geo_id), `"${q}" does not find "${zone.name}" (${zone.geo_id})`)
    },
  },
  {
    section: '4.4',
    claim: 'fewer than two characters return an empty result',
    async run(subject) {
      for (const q of ['', ' ', 'a', 'ł', ' b ']) assert.deepEqual(await idsOf(subject, { q }), [], `q="${q}"`)
    },
  },
  {
    section: '4.4',
    claim: 'country and level filter the results',
    async run(subject) {
      const { name: q, country, level } = await someZone(subject)
      for (const row of await zonesOf(subject, { q, country: country.toUpperCase(), limit: SEARCH_LIMIT_MAX })) {
        assert.equal(row.country, country, `${row.geo_id} is in ${row.country}`)
      }
      const ofLevel = await zonesOf(subject, { q, country, level, limit: SEARCH_LIMIT_MAX })
      assert.ok(ofLevel.length > 0, `"${q}" was not found as a ${level} of ${country}`)
      for (const row of ofLevel) assert.equal(row.level, level, `${row.geo_id} is a ${row.level}`)
    },
  },
  {
    section: '4.4',
    claim: 'a valid but wrong country returns nothing',
    async run(subject) {
      const { name: q, country } = await someZone(subject)
      const { countries } = await subject.market()
      const other = needed(countries.find(({ geo_id }) => geo_id !== country)?.geo_id, '/geo lists only one country')
      const answer = await subject.client.ask(at('/geo/search', { q, country: other, limit: SEARCH_LIMIT_MAX }))
      const rows = expectOk(searchResponse, answer).results
      assert.ok(
        rows.every((row) => row.kind === 'zone' && row.country === other),
        `${nameOf(answer)} returned a place outside ${other}`,
      )
    },
  },
  {
    section: '4.4',
    claim: `limit defaults to ${SEARCH_LIMIT_DEFAULT} and is at most ${SEARCH_LIMIT_MAX}`,
    async run(subject) {
      const names = (await subject.market()).zones.slice(0, NAMES_FOR_MANY).map((zone) => zone.name)
      // Whole names have few results where similar ones are left out, beginnings of names have many.
      for (const name of [...names, ...names.map((whole) => whole.slice(0, SHORTEST_BEGINNING))]) {
        const most = await idsOf(subject, { q: name, limit: SEARCH_LIMIT_MAX })
        assert.ok(most.length <= SEARCH_LIMIT_MAX, `"${name}" returned ${most.length}`)
        if (most.length < SEARCH_LIMIT_MAX) continue
        assert.deepEqual(await idsOf(subject, { q: name }), most.slice(0, SEARCH_LIMIT_DEFAULT), 'without limit')
        assert.deepEqual(await idsOf(subject, { q: name, limit: 1 }), most.slice(0, 1), 'limit=1')
        for (const limit of [SEARCH_LIMIT_MAX + 1, 100_000]) {
          assert.deepEqual(await idsOf(subject, { q: name, limit }), most, `limit=${limit}`)
        }
        return
      }
      throw new Skipped(`none of ${NAMES_FOR_MANY} names and their beginnings returns ${SEARCH_LIMIT_MAX} results`)
    },
  },
  {
    section: '4.4',
    claim: 'an unknown country code is refused',
    async run({ client }) {
      for (const country of ['zz', 'xx', 'esp', '', '1']) {
        expectRefusal(await client.ask(at('/geo/search', { q: 'Central', country })), 'invalid_parameter', ['country'])
      }
    },
  },
  {
    section: '4.4',
    claim: 'a name that does not resolve inside a covered market returns unknown_place',
    async run({ client, market }) {
      const { geo_id } = needed((await market()).countries[0], '/geo lists no country')
      const answer = await client.ask(at('/geo/search', { q: NO_SUCH_NAME, country: geo_id }))
      expectRefusal(answer, 'unknown_place', ['q'])
    },
  },
  {
    section: '4.4',
    claim: 'a country without geographic data returns not_covered',
    async run(subject) {
      const country = await unservedCountry(subject)
      expectRefusal(await subject.client.ask(at('/geo/search', { q: 'Central', country })), 'not_covered', ['country'])
    },
  },
  {
    section: '4.4',
    claim: 'a point is returned when the tree has no match at all',
    async run({ client }) {
      for (const q of TOWNS) {
        const answer = await client.ask(at('/geo/search', { q }))
        if (answer.status !== 200) continue
        const [row] = expectOk(searchResponse, answer).results
        if (row?.kind !== 'point') continue
        assert.equal(typeof row.prices_available, 'boolean')
        return
      }
      needed(null, `no point was returned for any of ${TOWNS.join(', ')}`)
    },
  },
  {
    section: '4.4',
    claim: 'q is required, and invalid parameters are refused',
    decided: true,
    async run({ client }) {
      expectRefusal(await client.ask('/geo/search'), 'missing_parameter', ['q'])
      expectRefusal(await client.ask('/geo/search?q=Central&level=planet'), 'invalid_parameter', ['level'])
      expectRefusal(await client.ask('/geo/search?q=Central&level=country'), 'invalid_parameter', ['level'])
      expectRefusal(await client.ask('/geo/search?q=Central&limit=many'), 'invalid_parameter', ['limit'])
      expectRefusal(await client.ask('/geo/search?q=Central&q=North'), 'invalid_parameter', ['q'])
    },
  },
  {
    section: '4.4',
    claim: 'a limit below 1 is raised to 1',
    decided: true,
    async run(subject) {
      assert.equal((await idsOf(subject, { q: (await someZone(subject)).name, limit: 0 })).length, 1)
    },
  },
  {
    section: '4.4',
    claim: 'a name known only at another level returns an empty result, not unknown_place',
    decided: true,
    async run(subject) {
      const { zones } = await subject.market()
      const levels = ['region', 'province', 'city', 'macrozone', 'microzone'] as const
      const { name: q, country } = await someZone(subject)
      const namesakes = zones.filter(({ name }) => name === q).map(({ level }) => level)
      for (const level of levels.filter((each) => !namesakes.includes(each))) {
        const rows = await zonesOf(subject, { q, country, level })
        assert.ok(rows.every((row) => row.level === level))
      }
    },
  },
  {
    section: '4.4',
    claim: 'unknown_place can suggest what was meant',
    decided: true,
    async run({ client, market }) {
      for (const { name, country } of (await market()).zones.slice(0, NAMES_TRIED)) {
        const answer = await client.ask(at('/geo/search', { q: `${name.slice(0, 4)}qqzzxx`, country }))
        if (answer.status !== 200) expectRefusal(answer, 'unknown_place', ['q'])
        const { did_you_mean = [] } = errorEnvelope.partial().parse(answer.body)
        if (did_you_mean.length > 0) return
      }
      throw new Skipped(`none of ${NAMES_TRIED} names with a nonsense ending was refused with a suggestion`)
    },
  },
]

/** How many names to search for until one returns as many results as allowed. */
const NAMES_FOR_MANY = 60
const SHORTEST_BEGINNING = 2
/** How many names to misspell until one is refused with a suggestion. */
const NAMES_TRIED = 10

/** A zone with a name of four characters or more, preferably with listings. */
async function someZone({ market }: Subject): Promise<ZoneRow> {
  const named = (await market()).zones.filter(({ name }) => name.length >= 4)
  return needed(named.find(({ prices_available }) => prices_available) ?? named[0], 'no zone was found')
}

async function zonesOf({ client }: Subject, query: Query): Promise<ZoneRow[]> {
  const { results } = expectOk(searchResponse, await client.ask(at('/geo/search', query)))
  return results.filter((row) => row.kind === 'zone')
}

function withoutMarks(name: string): string {
  return name.normalize('NFD').replace(/\p{M}+/gu, '')
}

async function idsOf({ client }: Subject, query: Query): Promise<string[]> {
  const { results } = expectOk(searchResponse, await client.ask(at('/geo/search', query)))
  return results.map((row) => (row.kind === 'zone' ? row.geo_id : row.kind))
}
