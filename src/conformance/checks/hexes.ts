import assert from 'node:assert/strict'
import { z } from 'zod'
import { HEXES_PARAMETERS } from '../../contract/service/assumptions.ts'
import type { ZoneRow } from '../../contract/service/geo.ts'
import { readHexes } from '../../contract/service/hexes/received-hexes.ts'
import { type Cell, cellParent, cellResolution } from '../../domain/cell.ts'
import type { Check } from '../subject/check.ts'
import { expectOk, expectRefusal } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'
import { zonesOf } from '../subject/market.ts'
import { needed, Skipped } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'

const { resolution: RES, cursor: CURSOR, limit: LIMIT } = HEXES_PARAMETERS
/** The most pages to read for one zone. */
const PAGES_MAX = 30

/** Sections 2.9 and 4.6: GET /geo/{geo_id}/hexes. */
export const HEXES_CHECKS: readonly Check[] = [
  {
    section: '4.6',
    claim: 'hexes_url lists the cells of the zone at the resolution at which it is stored',
    async run({ market, client }) {
      const [zone] = zonesOf(await market(), 'figures')
      const url = new URL(zone.hexes_url, client.base)
      assert.ok(url.href.startsWith(`${client.base}/`), `${zone.hexes_url} is not below ${client.base}`)
      const { cells } = readHexes(expectOk(z.unknown(), await client.ask(url.href.slice(client.base.length))))
      assert.ok(cells.length > 0, 'no cells')
      assert.deepEqual(new Set(cells.map(cellResolution)), new Set([zone.h3_res]))
    },
  },
  {
    section: '4.6',
    claim: 'pages contain every cell exactly once',
    async run(subject) {
      const zone = await zoneOfSomePages(subject)
      const size = await pageSize(subject, zone)
      const whole = await allPages(subject, zone, {})
      const paged = await allPages(subject, zone, { [LIMIT]: size })
      assert.equal(new Set(paged).size, paged.length, 'a cell was listed twice')
      assert.deepEqual(paged.toSorted(), whole.toSorted())
    },
  },
  {
    section: '4.6',
    claim: 'a cursor that was not issued for the query is refused',
    async run(subject) {
      const zone = await zoneOfSomePages(subject)
      const { nextCursor } = await subject.cellsOf(zone, { [LIMIT]: 1 })
      const cursor = needed(nextCursor, `the cells of ${zone.geo_id} fit one page even with ${LIMIT}=1`)
      const other = needed(
        (await subject.market()).zones.find(({ geo_id }) => geo_id !== zone.geo_id),
        'only one zone was found',
      )
      const ask = (id: string, query: Record<string, string | number>) =>
        subject.client.ask(at(`/geo/${encodeURIComponent(id)}/hexes`, query))
      expectRefusal(await ask(other.geo_id, { [CURSOR]: cursor }), 'invalid_cursor', [CURSOR])
      expectRefusal(await ask(zone.geo_id, { [CURSOR]: cursor, [RES]: zone.h3_res === 8 ? 7 : 8 }), 'invalid_cursor', [
        CURSOR,
      ])
      for (const made of ['', 'next', cursor.slice(0, -1), `${cursor}0`, cursor.toUpperCase() + cursor.toLowerCase()]) {
        expectRefusal(await ask(zone.geo_id, { [CURSOR]: made }), 'invalid_cursor', [CURSOR])
      }
    },
  },
  {
    section: '4.6',
    claim: 'a country is refused',
    async run({ market, client }) {
      const { countries } = await market()
      const { geo_id } = needed(countries[0], '/geo lists no country')
      expectRefusal(await client.ask(`/geo/${geo_id}/hexes`), 'invalid_parameter', ['geo_id'])
    },
  },
  {
    section: '4.6',
    claim: 'cells at a coarser resolution are the parents of the stored ones, marked as roll-ups',
    async run(subject) {
      const zone = await zoneOfSomePages(subject)
      const res = zone.h3_res - 1
      const answer = await subject.client.ask(at(`/geo/${encodeURIComponent(zone.geo_id)}/hexes`, { [RES]: res }))
      const { territory } = expectOk(
        z.object({ territory: z.object({ rolled_up_from: z.int(), rollup_note: z.string().min(1) }) }),
        answer,
      )
      assert.equal(territory.rolled_up_from, zone.h3_res)
      const rolled = await allPages(subject, zone, { [RES]: res })
      const parents = new Set((await allPages(subject, zone, {})).map((cell) => cellParent(cell, res)))
      assert.deepEqual(new Set(rolled), parents, 'the parents of the stored cells')
      assert.equal(rolled.length, parents.size, 'a cell was listed twice')
    },
  },
  {
    section: '4.6',
    claim: 'cells at the stored resolution are not marked as roll-ups',
    async run(subject) {
      const [zone] = zonesOf(await subject.market(), 'figures')
      assert.equal((await subject.cellsOf(zone)).rollupNote, null)
    },
  },
  {
    section: '4.6',
    claim: 'resolutions outside 4 to 8 are refused',
    async run({ market, client }) {
      const [zone] = zonesOf(await market(), 'figures')
      for (const res of [3, 9, 'fine']) {
        const answer = await client.ask(at(`/geo/${encodeURIComponent(zone.geo_id)}/hexes`, { [RES]: res }))
        expectRefusal(answer, 'invalid_parameter', [RES])
      }
    },
  },
  {
    section: '4.6',
    claim: 'an unknown zone returns unknown_place, however it is spelled',
    decided: true,
    async run({ client }) {
      for (const id of ['no-such-place', '%20', '%00', '%F0%9F%8F%99', '%zz', 'z'.repeat(2_000)]) {
        expectRefusal(await client.ask(`/geo/${id}/hexes`), 'unknown_place', ['geo_id'])
      }
    },
  },
  {
    section: '4.6',
    claim: 'a cursor continues at the same cell with any limit, however often it is used',
    decided: true,
    async run(subject) {
      const zone = await zoneOfSomePages(subject)
      const whole = await allPages(subject, zone, {})
      const { nextCursor } = await subject.cellsOf(zone, { [LIMIT]: 1 })
      const cursor = needed(nextCursor, `the cells of ${zone.geo_id} fit one page even with ${LIMIT}=1`)
      for (const limit of [1, 1_000_000, 1]) {
        const { cells } = await subject.cellsOf(zone, { [CURSOR]: cursor, [LIMIT]: limit })
        assert.deepEqual(cells, whole.slice(1, 1 + cells.length), `${LIMIT}=${limit}`)
        assert.ok(cells.length > 0)
      }
    },
  },
  {
    section: '4.6',
    claim: 'cells at a finer resolution are the children of the stored ones, and a limit out of range is clamped',
    decided: true,
    async run(subject) {
      const zone = needed(
        (await subject.market()).zones.find(({ h3_res }) => h3_res < 8),
        'every zone is stored at resolution 8',
      )
      const { cells } = await subject.cellsOf(zone, { [RES]: zone.h3_res + 1, [LIMIT]: 1_000_000 })
      const stored = new Set(await allPages(subject, zone, {}))
      assert.ok(cells.length > 0 && cells.every((cell) => stored.has(cellParent(cell, zone.h3_res))))
      assert.equal((await subject.cellsOf(zone, { [LIMIT]: 0 })).cells.length, 1, `${LIMIT}=0`)
    },
  },
]

/** A zone with figures and at least two cells, stored finer than resolution 4. */
async function zoneOfSomePages(subject: Subject): Promise<ZoneRow> {
  const zones = zonesOf(await subject.market(), 'figures').filter(({ h3_res }) => h3_res > 4)
  for (const zone of zones) {
    if ((await subject.cellsOf(zone)).cells.length > 1) return zone
  }
  throw new Skipped('no zone with several cells is stored finer than resolution 4')
}

/** A page size that splits a zone into a few pages. */
async function pageSize(subject: Subject, zone: ZoneRow): Promise<number> {
  const { cells } = await subject.cellsOf(zone)
  return Math.max(1, Math.ceil(cells.length / 5))
}

async function allPages(subject: Subject, zone: ZoneRow, query: Record<string, number>): Promise<Cell[]> {
  const cells: Cell[] = []
  let cursor: string | null = null
  for (let page = 0; page < PAGES_MAX; page++) {
    const read = await subject.cellsOf(zone, cursor === null ? query : { ...query, [CURSOR]: cursor })
    cells.push(...read.cells)
    cursor = read.nextCursor
    if (cursor === null) return cells
  }
  throw new Skipped(`${zone.geo_id} has more than ${PAGES_MAX} pages of cells`)
}
