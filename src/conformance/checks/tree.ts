import assert from 'node:assert/strict'
import { group } from 'd3-array'
import { GEO_LIMIT_DEFAULT, GEO_LIMIT_MAX, GEO_PAGE_MAX } from '../../contract/limits.ts'
import { geoResponse, type ZoneRow } from '../../contract/service/geo.ts'
import type { Cell } from '../../domain/cell.ts'
import { LEVELS } from '../../domain/place.ts'
import type { Check } from '../subject/check.ts'
import { expectOk, nameOf } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'
import { parentWithChildren, signalOf } from '../subject/market.ts'
import { spread } from '../subject/sample.ts'
import { needed, Skipped } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'

/** Section 4.3: GET /geo. */
export const TREE_CHECKS: readonly Check[] = [
  {
    section: '4.3',
    claim: '/geo without parent lists the countries that have a place tree, and echoes no parent',
    async run({ market, client }) {
      const { parent, results } = expectOk(geoResponse, await client.ask('/geo'))
      assert.equal(parent, undefined)
      assert.ok(results.every(({ kind }) => kind === 'country'))
      for (const { geo_id } of (await market()).countries) {
        const { results } = expectOk(geoResponse, await client.ask(at('/geo', { parent: geo_id, limit: 1 })))
        assert.equal(results.length, 1, `children of ${geo_id}, which is at the root`)
      }
    },
  },
  {
    section: '4.3',
    claim: 'level filters the children and does not reach further down',
    async run(subject) {
      const { children } = await subject.market()
      const parent = parentWithChildren(await subject.market(), 1)
      const levels = new Set((children.get(parent) ?? []).map(({ level }) => level))
      for (const level of ['region', 'province', 'city', 'macrozone', 'microzone'] as const) {
        const rows = await childrenOf(subject, { parent, level, limit: 100 })
        const expected = (children.get(parent) ?? []).filter((zone) => zone.level === level)
        assert.deepEqual(
          rows,
          levels.has(level) ? expected.map(({ geo_id }) => geo_id) : [],
          `level=${level} of ${parent}`,
        )
      }
    },
  },
  {
    section: '4.3',
    claim: 'pages have no gaps and no repeats',
    async run(subject) {
      const market = await subject.market()
      const parent = parentWithChildren(market, 2)
      const all = (market.children.get(parent) ?? []).slice(0, 5).map(({ geo_id }) => geo_id)
      const paged = []
      for (let page = 1; page <= all.length; page++)
        paged.push(...(await childrenOf(subject, { parent, page, limit: 1 })))
      assert.deepEqual(paged, all)
    },
  },
  {
    section: '4.3',
    claim: `limit defaults to ${GEO_LIMIT_DEFAULT} and is at most ${GEO_LIMIT_MAX}`,
    async run(subject) {
      const parent = parentWithChildren(await subject.market(), GEO_LIMIT_MAX)
      assert.equal((await childrenOf(subject, { parent })).length, GEO_LIMIT_DEFAULT)
      const most = await childrenOf(subject, { parent, limit: GEO_LIMIT_MAX })
      for (const limit of [GEO_LIMIT_MAX + 1, 100_000]) {
        assert.deepEqual(await childrenOf(subject, { parent, limit }), most, `limit=${limit}`)
      }
      needed(
        (await childrenOf(subject, { parent, limit: GEO_LIMIT_MAX, page: 2 }))[0],
        `${parent} has no more than 100 children`,
      )
    },
  },
  {
    section: '4.3',
    claim: 'a page past the end is empty, and so is a page beyond 10,000',
    async run(subject) {
      const parent = parentWithChildren(await subject.market(), 1)
      for (const page of [9_999, GEO_PAGE_MAX, GEO_PAGE_MAX + 1, '99999999999999999999']) {
        assert.deepEqual(await childrenOf(subject, { parent, page }), [], `page=${page}`)
        assert.deepEqual(await childrenOf(subject, { page }), [], `page=${page} of the root`)
      }
    },
  },
  {
    section: '4.3',
    claim: 'a parent that cannot be resolved returns an empty list, never an error',
    async run(subject) {
      for (const parent of ['no-such-place', 'zz', '', ' ', '../geo', '%', '\u0000', 'z'.repeat(2_000), '🏙️']) {
        assert.deepEqual(await childrenOf(subject, { parent }), [], `parent=${parent.slice(0, 20)}`)
      }
    },
  },
  {
    section: '4.3',
    claim: 'a malformed parameter returns an empty list, never an error',
    async run(subject) {
      const malformed = [
        'page=first',
        'page=',
        'page=1.5',
        'page=0',
        'page=-1',
        'limit=many',
        'limit=',
        'limit=1.5',
        'level=planet',
        'level=',
      ]
      for (const query of malformed) {
        const answer = await subject.client.ask(`/geo?${query}`)
        assert.deepEqual(expectOk(geoResponse, answer).results, [], nameOf(answer))
      }
    },
  },
  {
    section: '4.3',
    claim: 'a leaf has no results',
    async run(subject) {
      const { children } = await subject.market()
      const leaf = needed([...children].find(([, zones]) => zones.length === 0)?.[0], 'no leaf was found')
      assert.deepEqual(await childrenOf(subject, { parent: leaf }), [])
    },
  },
  {
    section: '4.3',
    claim: 'every zone that a point lists can be reached from its country',
    async run(subject) {
      const { stats } = (await subject.figures()).stats
      const cells = spread(stats, POINTS_TRIED).map(({ h3 }) => h3)
      const zones = await zonesAt(subject, cells)
      needed(zones[0], 'no point lists a zone')
      for (const zone of zones) await expectReachable(subject, zone)
    },
  },
  {
    section: '4.3',
    claim: 'when a level is skipped, the children are those of the next non-empty level',
    async run(subject) {
      const zones = [...(await zonesAt(subject, await cellsOfZones(subject))), ...(await subject.market()).zones]
      const skipping = zones.filter((zone) => levelsSkipped(zone).length > 0).slice(0, SKIPPING_TRIED)
      needed(skipping[0], 'no place was found that skips a level below its parent')
      for (const zone of skipping) {
        await expectReachable(subject, zone)
        for (const level of levelsSkipped(zone)) {
          const parent = zone.ancestors[0]?.geo_id ?? ''
          const rows = await allChildren(subject, { parent, level })
          assert.ok(!rows.includes(zone.geo_id), `${zone.geo_id}, a ${zone.level}, is listed with level=${level}`)
        }
      }
    },
  },
  {
    section: '4.3',
    claim: 'a limit out of range is clamped, and a repeated parameter is malformed',
    decided: true,
    async run(subject) {
      const parent = parentWithChildren(await subject.market(), 1)
      const [first] = await childrenOf(subject, { parent, limit: 1 })
      for (const limit of [0, -5])
        assert.deepEqual(await childrenOf(subject, { parent, limit }), [first], `limit=${limit}`)
      assert.ok((await childrenOf(subject, { parent, limit: 101 })).length > 0, 'limit=101')
      const twice = await subject.client.ask(`/geo?parent=${parent}&page=1&page=1`)
      assert.deepEqual(expectOk(geoResponse, twice).results, [], nameOf(twice))
    },
  },
]

async function childrenOf({ client }: Subject, query: Readonly<Record<string, string | number>>): Promise<string[]> {
  const answer = await client.ask(at('/geo', query))
  return expectOk(geoResponse, answer).results.map(({ geo_id }) => geo_id)
}

/** How many zones that skip a level, and how many cells of a place, to check. */
const SKIPPING_TRIED = 8
const POINTS_TRIED = 8
/** The most pages of children to read. */
const PAGES_MAX = 30

/** The zones that contain some cells, found without walking the tree. */
async function zonesAt({ lookup }: Subject, cells: readonly string[]): Promise<ZoneRow[]> {
  const found = new Map<string, ZoneRow>()
  for (const h3 of cells) {
    for (const zone of (await lookup({ h3 })).zones) found.set(zone.geo_id, zone)
  }
  return [...found.values()]
}

/** Some cells of a zone of each level and signal. */
async function cellsOfZones({ market, cellsOf }: Subject): Promise<Cell[]> {
  const kinds = group((await market()).zones, (zone) => `${zone.level} ${signalOf(zone)}`)
  const zones = [...kinds.values()].flatMap((alike) => alike.slice(0, 1))
  const cells: Cell[] = []
  for (const zone of zones) cells.push(...spread((await cellsOf(zone)).cells, POINTS_TRIED))
  return cells
}

/** Levels between a zone and its parent. */
function levelsSkipped({ level, ancestors: [above] }: ZoneRow): (typeof LEVELS)[number][] {
  return above ? LEVELS.slice(LEVELS.indexOf(above.level) + 1, LEVELS.indexOf(level)) : []
}

/** Checks that a zone is a child of its nearest ancestor, and each ancestor a child of the next. */
async function expectReachable(subject: Subject, { geo_id, ancestors }: ZoneRow): Promise<void> {
  let child = geo_id
  for (const { geo_id: parent } of ancestors) {
    const rows = await allChildren(subject, { parent })
    assert.ok(rows.includes(child), `${child} is below ${parent}, but is not among its ${rows.length} children`)
    child = parent
  }
}

async function allChildren(subject: Subject, query: { parent: string; level?: string }): Promise<string[]> {
  const rows: string[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const more = await childrenOf(subject, { ...query, page, limit: GEO_LIMIT_MAX })
    rows.push(...more)
    if (more.length < GEO_LIMIT_MAX) return rows
  }
  throw new Skipped(`${query.parent} has more than ${PAGES_MAX} pages of children`)
}
