import assert from 'node:assert/strict'
import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import { writeCellList } from '../../contract/service/assumptions.ts'
import { errorEnvelope } from '../../contract/service/errors.ts'
import { type Cell, cellParent } from '../../domain/cell.ts'
import { cellCenter, cellsAround } from '../../domain/distance.ts'
import type { Check } from '../subject/check.ts'
import { expectRefusal, nameOf } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'
import { zonesOf } from '../subject/market.ts'
import { needed, Skipped } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'
import { askWidestCircle } from '../subject/widest-circle.ts'

/** Section 4.8: what /stats/current refuses. */
export const STATS_REFUSALS: readonly Check[] = [
  {
    section: '4.8',
    claim: 'one territory selector is required',
    async run({ client }) {
      expectRefusal(await client.ask('/stats/current'), 'missing_parameter', [
        'geo_id',
        'h3',
        'lat',
        'lng',
        'radius_km',
      ])
    },
  },
  {
    section: '4.8',
    claim: 'two selectors together are refused',
    async run(subject) {
      const { zone, cell } = await subject.figures()
      const circle = { lat: 0, lng: 0, radius_km: 1 }
      const pairs = [
        { geo_id: zone.geo_id, h3: cell },
        { geo_id: zone.geo_id, ...circle },
        { h3: cell, ...circle },
        { geo_id: zone.geo_id, h3: cell, ...circle },
      ]
      for (const pair of pairs) expectRefusal(await askStats(subject, pair), 'invalid_parameter', Object.keys(pair))
    },
  },
  {
    section: '4.8',
    claim: 'a circle needs lat, lng and radius_km together',
    async run(subject) {
      const circle = { lat: 41, lng: 2, radius_km: 1 }
      for (const left of ['lat', 'lng', 'radius_km'] as const) {
        const { [left]: _, ...rest } = circle
        expectRefusal(await askStats(subject, rest), 'missing_parameter', [left])
      }
    },
  },
  {
    section: '4.8',
    claim: `radius_km is a number above 0 and at most ${RADIUS_KM_MAX}`,
    async run(subject) {
      for (const radius_km of [RADIUS_KM_MAX + 1, 500.01, 'far', '', '1e9', -1]) {
        expectRefusal(await askStats(subject, { lat: 41, lng: 2, radius_km, res: 4 }), 'invalid_parameter', [
          'radius_km',
        ])
      }
      const answer = await askStats(subject, { lat: -48.88, lng: -123.39, radius_km: RADIUS_KM_MAX, res: 4 })
      assert.notEqual(answer.status, 400, `status of ${nameOf(answer)}`)
    },
  },
  {
    section: '4.8',
    claim: 'res together with h3 is refused',
    async run(subject) {
      const { cell } = await subject.figures()
      expectRefusal(await askStats(subject, { h3: cell, res: 8 }), 'invalid_parameter', ['res'])
    },
  },
  {
    section: '4.8',
    claim: 'cells of mixed resolutions are refused',
    async run(subject) {
      const { cell } = await subject.figures()
      const mixed = writeCellList([cell, cellParent(cell, 7)])
      expectRefusal(await askStats(subject, { h3: mixed }), 'invalid_parameter', ['h3'])
    },
  },
  {
    section: '4.8',
    claim: 'an invalid cell is refused, even among valid ones',
    async run(subject) {
      const { cell } = await subject.figures()
      for (const h3 of ['', 'cell', `${cell},`, `${cell},8a`, '9'.repeat(19), cell.slice(1), `${cell}0`]) {
        expectRefusal(await askStats(subject, { h3 }), 'invalid_parameter', ['h3'])
      }
    },
  },
  {
    section: '4.8',
    claim: 'min_price and max_price are refused, not ignored',
    async run(subject) {
      const { zone } = await subject.figures()
      for (const bare of ['min_price', 'max_price']) {
        for (const value of ['1', '', 'x']) {
          expectRefusal(await askStats(subject, { geo_id: zone.geo_id, [bare]: value }), 'invalid_parameter', [bare])
        }
      }
    },
  },
  {
    section: '4.8',
    claim: 'an unusable currency, ad_sub_type or price is refused',
    async run(subject) {
      const { zone } = await subject.figures()
      const unusable = { currency: 'ZZZ', ad_sub_type: 'barter', min_price_usd: 'cheap', max_price_usd: '' }
      for (const [name, value] of Object.entries(unusable)) {
        expectRefusal(await askStats(subject, { geo_id: zone.geo_id, [name]: value }), 'invalid_parameter', [name])
      }
    },
  },
  {
    section: '4.8',
    claim: 'a territory beyond the cell budget is refused with too_many_hexes',
    async run(subject) {
      const answer = await askWidestCircle((query) => askStats(subject, query))
      if (answer.status === 200) throw new Skipped('the widest circle is within the cell budget')
      expectRefusal(answer, 'too_many_hexes')
    },
  },
  {
    section: '4.8',
    claim: 'a resolution finer than the plan allows is refused, even as the default',
    async run(subject) {
      const token = needed(subject.others.coarse, 'needs --coarse-token, of a plan coarser than resolution 8')
      const { cell } = await subject.figures()
      for (const query of [
        { h3: cell },
        { ...cellCenter(cell), radius_km: 1 },
        { ...cellCenter(cell), radius_km: 1, res: 8 },
      ]) {
        expectRefusal(await askStats(subject, query, token), 'resolution_not_in_plan', ['res', 'h3'])
      }
      const coarse = await askStats(subject, { h3: cellParent(cell, 4) }, token)
      assert.equal(coarse.status, 200, `status of ${nameOf(coarse)} on the coarse plan`)
    },
  },
  {
    section: '4.8',
    claim: 'the cell budget, stated in the refusal, counts the distinct cells of a list',
    decided: true,
    async run(subject) {
      const far = await askWidestCircle((query) => askStats(subject, query))
      expectRefusal(far, 'too_many_hexes')
      const limit = needed(errorEnvelope.parse(far.body).limit, 'too_many_hexes does not state the limit')
      const { cell } = await subject.figures()
      const distinct = cellsAround(cell, Math.ceil(Math.sqrt(limit / 3))).slice(0, limit)
      // Canonical ids, because that many decimal ids would not fit an address.
      const listed = await askStats(subject, { h3: writeCellList([...distinct, cell]) })
      assert.equal(listed.status, 200, `status for ${limit} cells and a repeated one`)
      const more = cellsAround(cell, Math.ceil(Math.sqrt(limit / 3)) + 1).slice(0, limit + 1)
      expectRefusal(await askStats(subject, { h3: writeCellList(more) }), 'too_many_hexes')
    },
  },
  {
    section: '4.8',
    claim: 'an unknown geo_id returns unknown_place, a country without places not_covered',
    decided: true,
    async run(subject) {
      for (const geo_id of ['no-such-place', ' ', '../geo', '\u0000', 'ES', '🏙️']) {
        expectRefusal(await askStats(subject, { geo_id, res: 4 }), 'unknown_place', ['geo_id'])
      }
      const { countries } = await subject.market()
      const absent = needed(
        ['hm', 'bv', 'tf'].find((code) => countries.every(({ geo_id }) => geo_id !== code)),
        'every tried country has places',
      )
      expectRefusal(await askStats(subject, { geo_id: absent, res: 4 }), 'not_covered', ['geo_id'])
    },
  },
  {
    section: '4.8',
    claim: 'an undeclared or repeated parameter is refused',
    decided: true,
    async run(subject) {
      const [zone] = zonesOf(await subject.market(), 'figures')
      expectRefusal(await askStats(subject, { geo_id: zone.geo_id, bedrooms: 2 }), 'invalid_parameter', ['bedrooms'])
      const twice = await subject.client.ask(`/stats/current?geo_id=${zone.geo_id}&res=8&res=8`)
      expectRefusal(twice, 'invalid_parameter', ['res'])
      const crossed = { geo_id: zone.geo_id, min_price_usd: 2, max_price_usd: 1 }
      expectRefusal(await askStats(subject, crossed), 'invalid_parameter', ['max_price_usd'])
    },
  },
]

function askStats({ client, token }: Subject, query: Readonly<Record<string, string | number | Cell>>, as = token) {
  return client.ask(at('/stats/current', query), { token: as })
}
