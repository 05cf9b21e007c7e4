import assert from 'node:assert/strict'
import { writeCellList } from '../../contract/assumptions.ts'
import { errorEnvelope } from '../../contract/errors.ts'
import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import { type Cell, cellParent } from '../../domain/cell.ts'
import { cellCenter, cellsAround } from '../../domain/distance.ts'
import type { Check } from '../subject/check.ts'
import { nameOf, refused } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'
import { zonesOf } from '../subject/market.ts'
import { NotShown, needed } from '../subject/not-shown.ts'
import type { Subject } from '../subject/subject.ts'

/** Section 4.8: what /stats/current refuses. */
export const STATS_REFUSALS: readonly Check[] = [
  {
    section: '4.8',
    claim: 'one territory selector is required',
    async run({ client }) {
      refused(await client.ask('/stats/current'), 'missing_parameter', ['geo_id', 'h3', 'lat', 'lng', 'radius_km'])
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
      for (const pair of pairs) refused(await askStats(subject, pair), 'invalid_parameter', Object.keys(pair))
    },
  },
  {
    section: '4.8',
    claim: 'a circle needs lat, lng and radius_km together',
    async run(subject) {
      const circle = { lat: 41, lng: 2, radius_km: 1 }
      for (const left of ['lat', 'lng', 'radius_km'] as const) {
        const { [left]: _, ...rest } = circle
        refused(await askStats(subject, rest), 'missing_parameter', [left])
      }
    },
  },
  {
    section: '4.8',
    claim: `radius_km is a number above 0 and at most ${RADIUS_KM_MAX}`,
    async run(subject) {
      for (const radius_km of [RADIUS_KM_MAX + 1, 500.01, 'far', '', '1e9', -1]) {
        refused(await askStats(subject, { lat: 41, lng: 2, radius_km, res: 4 }), 'invalid_parameter', ['radius_km'])
      }
      const answer = await askStats(subject, { lat: -48.88, lng: -123.39, radius_km: RADIUS_KM_MAX, res: 4 })
      assert.notEqual(answer.status, 400, `${nameOf(answer)} was refused`)
    },
  },
  {
    section: '4.8',
    claim: 'res together with h3 is refused',
    async run(subject) {
      const { cell } = await subject.figures()
      refused(await askStats(subject, { h3: cell, res: 8 }), 'invalid_parameter', ['res'])
    },
  },
  {
    section: '4.8',
    claim: 'cells of mixed resolutions are refused',
    async run(subject) {
      const { cell } = await subject.figures()
      const mixed = writeCellList([cell, cellParent(cell, 7)])
      refused(await askStats(subject, { h3: mixed }), 'invalid_parameter', ['h3'])
    },
  },
  {
    section: '4.8',
    claim: 'what is no cell is refused, also among others',
    async run(subject) {
      const { cell } = await subject.figures()
      for (const h3 of ['', 'cell', `${cell},`, `${cell},8a`, '9'.repeat(19), cell.slice(1), `${cell}0`]) {
        refused(await askStats(subject, { h3 }), 'invalid_parameter', ['h3'])
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
          refused(await askStats(subject, { geo_id: zone.geo_id, [bare]: value }), 'invalid_parameter', [bare])
        }
      }
    },
  },
  {
    section: '4.8',
    claim: 'a currency, an ad_sub_type and a price that cannot be used are refused',
    async run(subject) {
      const { zone } = await subject.figures()
      const unusable = { currency: 'ZZZ', ad_sub_type: 'barter', min_price_usd: 'cheap', max_price_usd: '' }
      for (const [name, value] of Object.entries(unusable)) {
        refused(await askStats(subject, { geo_id: zone.geo_id, [name]: value }), 'invalid_parameter', [name])
      }
    },
  },
  {
    section: '4.8',
    claim: 'a territory beyond the cell budget is refused with too_many_hexes',
    async run(subject) {
      const answer = await askStats(subject, { lat: 41, lng: 2, radius_km: RADIUS_KM_MAX, res: 8 })
      if (answer.status === 200) throw new NotShown('a circle of 500 km at resolution 8 is within the budget')
      refused(answer, 'too_many_hexes')
    },
  },
  {
    section: '4.8',
    claim: 'a resolution finer than the plan allows is refused, the default one included',
    async run(subject) {
      const token = needed(subject.others.coarse, 'give --coarse-token, of a plan coarser than resolution 8')
      const { cell } = await subject.figures()
      for (const query of [
        { h3: cell },
        { ...cellCenter(cell), radius_km: 1 },
        { ...cellCenter(cell), radius_km: 1, res: 8 },
      ]) {
        refused(await askStats(subject, query, token), 'resolution_not_in_plan', ['res', 'h3'])
      }
      const coarse = await askStats(subject, { h3: cellParent(cell, 4) }, token)
      assert.equal(coarse.status, 200, `${nameOf(coarse)} on the coarse plan`)
    },
  },
  {
    section: '4.8',
    claim: 'the budget, which a refusal tells, counts the distinct cells of a list',
    decided: true,
    async run(subject) {
      const far = await askStats(subject, { lat: 41, lng: 2, radius_km: RADIUS_KM_MAX, res: 8 })
      refused(far, 'too_many_hexes')
      const limit = needed(errorEnvelope.parse(far.body).limit, 'too_many_hexes does not tell the limit')
      const { cell } = await subject.figures()
      const distinct = cellsAround(cell, Math.ceil(Math.sqrt(limit / 3))).slice(0, limit)
      // Decimal ids of so many cells would not fit an address.
      const listed = await askStats(subject, { h3: writeCellList([...distinct, cell]) })
      assert.equal(listed.status, 200, `${limit} cells and a repeated one gave ${listed.status}`)
      const more = cellsAround(cell, Math.ceil(Math.sqrt(limit / 3)) + 1).slice(0, limit + 1)
      refused(await askStats(subject, { h3: writeCellList(more) }), 'too_many_hexes')
    },
  },
  {
    section: '4.8',
    claim: 'an unknown geo_id is an unknown place, a country without places is not covered',
    decided: true,
    async run(subject) {
      for (const geo_id of ['no-such-place', ' ', '../geo', '\u0000', 'ES', '🏙️']) {
        refused(await askStats(subject, { geo_id, res: 4 }), 'unknown_place', ['geo_id'])
      }
      const { countries } = await subject.market()
      const absent = needed(
        ['hm', 'bv', 'tf'].find((code) => countries.every(({ geo_id }) => geo_id !== code)),
        '',
      )
      refused(await askStats(subject, { geo_id: absent, res: 4 }), 'not_covered', ['geo_id'])
    },
  },
  {
    section: '4.8',
    claim: 'a parameter that is not declared, or sent twice, is refused',
    decided: true,
    async run(subject) {
      const [zone] = zonesOf(await subject.market(), 'figures')
      refused(await askStats(subject, { geo_id: zone.geo_id, bedrooms: 2 }), 'invalid_parameter', ['bedrooms'])
      const twice = await subject.client.ask(`/stats/current?geo_id=${zone.geo_id}&res=8&res=8`)
      refused(twice, 'invalid_parameter', ['res'])
      const crossed = { geo_id: zone.geo_id, min_price_usd: 2, max_price_usd: 1 }
      refused(await askStats(subject, crossed), 'invalid_parameter', ['max_price_usd'])
    },
  },
]

function askStats({ client, token }: Subject, query: Readonly<Record<string, string | number | Cell>>, as = token) {
  return client.ask(at('/stats/current', query), { token: as })
}
