import assert from 'node:assert/strict'
import { group } from 'd3-array'
import { z } from 'zod'
import { PATH_PREFIX } from '../../contract/limits.ts'
import type { ZoneRow } from '../../contract/service/geo.ts'
import { countryRow, geoResponse, searchResponse } from '../../contract/service/geo.ts'
import { cellToDecimal, isResolution } from '../../domain/cell.ts'
import { parseAsOf } from '../../domain/period.ts'
import { LEVELS } from '../../domain/place.ts'
import type { Check } from '../subject/check.ts'
import { expectOk, nameOf } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'
import { zonesOf } from '../subject/market.ts'
import { needed } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'

const rankOf = (level: (typeof LEVELS)[number]) => LEVELS.indexOf(level)

/** Sections 2.1 to 2.5: places, as rows, points and echoes. */
export const PLACE_CHECKS: readonly Check[] = [
  {
    section: '2.1',
    claim: 'the decimal and the canonical spelling name the same cell',
    async run({ figures, lookup, stats }) {
      const { cell } = await figures()
      assert.deepEqual(await lookup({ h3: cell }), await lookup({ h3: cellToDecimal(cell) }), '/geo/lookup')
      const canonical = await stats({ h3: cell })
      assert.deepEqual((await stats({ h3: cellToDecimal(cell) })).stats, canonical.stats, '/stats/current')
      assert.equal(canonical.stats[0]?.h3, cellToDecimal(cell), 'the spelling of the row')
    },
  },
  {
    section: '2.1',
    claim: 'places can share a name, and geo_id tells them apart',
    async run(subject) {
      const [name, zones] = needed(await repeatedName(subject), 'no two places were found with the same name')
      for (const zone of zones) {
        const { parent } = expectOk(geoResponse, await subject.client.ask(at('/geo', { parent: zone.geo_id })))
        assert.deepEqual(parent, echoOf(zone), `the echo of "${name}" with geo_id ${zone.geo_id}`)
      }
    },
  },
  {
    section: '2.1',
    claim: 'children are below their parent in level and list it as their nearest ancestor',
    async run({ market }) {
      const { children, zones } = await market()
      needed(zones[0], 'no place has children')
      for (const [parent, rows] of children) {
        for (const { geo_id, level, ancestors } of rows) {
          assert.equal(ancestors[0]?.geo_id, parent, `the nearest ancestor of ${geo_id}`)
          assert.ok(rankOf(level) > rankOf(ancestors[0].level), `${geo_id} is a ${level} below a ${ancestors[0].level}`)
        }
      }
    },
  },
  {
    section: '2.1',
    claim: 'levels can be skipped',
    async run({ market }) {
      const skips = ({ level, ancestors: [above] }: ZoneRow) => above && rankOf(level) - rankOf(above.level) > 1
      needed((await market()).zones.find(skips), 'no place was found that skips a level below its parent')
    },
  },
  {
    section: '2.2',
    claim: 'a country row is named by its code and has no ancestors or hexes_url',
    async run({ client }) {
      const rows = expectOk(z.object({ results: z.array(z.looseObject(countryRow.shape)) }), await client.ask('/geo'))
      needed(rows.results[0], 'no country has a place tree')
      for (const row of rows.results) {
        assert.match(row.geo_id, /^[a-z]{2}$/)
        assert.deepEqual([row.name, row.country], [row.geo_id, row.geo_id], 'name and country')
        assert.deepEqual(
          [row.ancestors, row.hexes_url],
          [undefined, undefined],
          `ancestors and hexes_url of ${row.geo_id}`,
        )
      }
    },
  },
  {
    section: '2.3',
    claim: 'a zone row has every field, with a valid resolution, label and hexes_url',
    async run({ market }) {
      const { zones } = await market()
      needed(zones[0], 'no zone was found')
      for (const zone of zones) {
        assert.ok(isResolution(zone.h3_res), `h3_res ${zone.h3_res} of ${zone.geo_id}`)
        assert.equal(zone.hexes_url, `${PATH_PREFIX}/geo/${zone.geo_id}/hexes`)
        if (zone.current_period !== null) assert.ok(parseAsOf(zone.current_period), zone.current_period)
      }
    },
  },
  {
    section: '2.3',
    claim: 'ancestors run from fine to coarse and end at the country',
    async run({ market }) {
      const { zones } = await market()
      needed(zones[0], 'no zone was found')
      for (const { geo_id, country, level, ancestors } of zones) {
        const ranks = [level, ...ancestors.map((entry) => entry.level)].map(rankOf)
        assert.deepEqual(
          ranks,
          ranks.toSorted((a, b) => b - a),
          `levels of the ancestors of ${geo_id}`,
        )
        const last = ancestors.at(-1)
        assert.deepEqual([last?.geo_id, last?.level], [country, 'country'], `the last ancestor of ${geo_id}`)
      }
    },
  },
  {
    section: '2.3',
    claim: "every ancestor's geo_id can be passed to /geo and to /stats/current",
    async run({ market, client }) {
      const deepest = zonesOf(await market(), 'figures')[0]
      for (const { geo_id, name, level } of deepest.ancestors) {
        const { parent } = expectOk(geoResponse, await client.ask(at('/geo', { parent: geo_id })))
        assert.deepEqual(parent, { geo_id, name, level, country: deepest.country })
        const answer = await client.ask(at('/stats/current', { geo_id, res: 4 }))
        // A country can exceed the cell budget even at the coarsest resolution.
        assert.ok(answer.status === 200 || answer.status === 422, `${nameOf(answer)} returned ${answer.status}`)
      }
    },
  },
  {
    section: '2.3',
    claim: 'reports_available of a zone matches that of its country in /coverage',
    async run({ market }) {
      const { zones, coverage } = await market()
      needed(zones[0], 'no zone was found')
      const ofCountry = new Map(coverage.countries.map((entry) => [entry.country, entry.reports_available]))
      for (const zone of zones) assert.equal(zone.reports_available, ofCountry.get(zone.country), zone.geo_id)
    },
  },
  {
    section: '2.3',
    claim: 'current_period is the label that /stats/current returns',
    async run({ figures }) {
      const { zone, stats } = await figures()
      assert.equal(stats.as_of, zone.current_period)
    },
  },
  {
    section: '2.4',
    claim: 'a point lists the named zones that contain its cell, as zone rows',
    async run({ figures, lookup, cellsOf }) {
      const { zone } = await figures()
      const [cell] = (await cellsOf(zone, { res: 8 })).cells
      const point = await lookup({ h3: needed(cell, `${zone.geo_id} has no cells`) })
      const ids = point.zones.map(({ geo_id }) => geo_id)
      assert.ok(ids.includes(zone.geo_id), `${cell} is a cell of ${zone.geo_id}, but its point lists ${ids}`)
    },
  },
  {
    section: '2.5',
    claim: 'the parent is echoed whatever the other parameters are',
    run: parentIsEchoed,
  },
  {
    section: '2.5',
    claim: 'an unknown parent is not echoed',
    decided: true,
    async run({ client }) {
      const { parent } = expectOk(geoResponse, await client.ask(at('/geo', { parent: 'no-such-place' })))
      assert.equal(parent, undefined)
    },
  },
]

async function parentIsEchoed({ market, client }: Subject): Promise<void> {
  const zone = needed((await market()).zones[0], 'no zone was found')
  const others = [{}, { level: 'microzone' }, { page: 9_999 }, { page: 10_001 }, { page: 'first' }, { limit: 1 }]
  for (const other of others) {
    const answer = await client.ask(at('/geo', { parent: zone.geo_id, ...other }))
    assert.deepEqual(expectOk(geoResponse, answer).parent, echoOf(zone), nameOf(answer))
  }
}

function echoOf({ geo_id, name, level, country }: ZoneRow) {
  return { geo_id, name, level, country }
}

/** How many names to search for when no two known zones share one. */
const NAMES_SEARCHED = 10

async function repeatedName({ market, client }: Subject): Promise<[string, ZoneRow[]] | null> {
  const { zones } = await market()
  const known = repeatedAmong(zones)
  if (known) return known
  for (const { name } of zones.slice(0, NAMES_SEARCHED)) {
    const answer = await client.ask(at('/geo/search', { q: name, limit: 50 }))
    const found = repeatedAmong(expectOk(searchResponse, answer).results.filter((row) => row.kind === 'zone'))
    if (found) return found
  }
  return null
}

function repeatedAmong(zones: readonly ZoneRow[]): [string, ZoneRow[]] | null {
  return [...group(zones, ({ name }) => name)].find(([, rows]) => rows.length > 1) ?? null
}
