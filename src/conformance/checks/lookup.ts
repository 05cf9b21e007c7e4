import assert from 'node:assert/strict'
import { latLngToCell } from 'h3-js'
import { pointObject } from '../../contract/service/geo.ts'
import { cellParent, cellResolution, parseCell } from '../../domain/cell.ts'
import { cellCenter } from '../../domain/distance.ts'
import type { Check } from '../subject/check.ts'
import { expectOk, expectRefusal } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'

/** Section 4.5: GET /geo/lookup. */
export const LOOKUP_CHECKS: readonly Check[] = [
  {
    section: '4.5',
    claim: 'a point is returned directly, not wrapped in results',
    async run({ client, figures }) {
      const { cell } = await figures()
      const answer = await client.ask(at('/geo/lookup', { h3: cell }))
      assert.equal(expectOk(pointObject, answer).kind, 'point')
      assert.ok(!Object.hasOwn(answer.body as object, 'results'))
    },
  },
  {
    section: '4.5',
    claim: 'lat and lng select the cell that contains them, at resolution 8 unless res is given',
    async run({ figures, lookup }) {
      const { cell } = await figures()
      const center = cellCenter(cell)
      const { h3: _, lat: _lat, lng: _lng, ...byCell } = await lookup({ h3: cell })
      const { h3, lat: __lat, lng: __lng, ...byPoint } = await lookup({ ...center })
      assert.deepEqual(byPoint, byCell)
      if (h3) assert.equal(parseCell(h3), cell)
      const coarse = await lookup({ ...center, res: 5 })
      assert.equal(coarse.prices_available, true, 'a coarse cell that contains a cell with figures has listings')
      if (coarse.h3) assert.equal(cellResolution(parseCell(coarse.h3) ?? cell), 5)
    },
  },
  {
    section: '4.5',
    claim: 'the resolution comes from the cell',
    async run({ figures, lookup }) {
      const { cell } = await figures()
      for (const res of [4, 5, 6, 7, 8]) {
        const point = await lookup({ h3: cellParent(cell, res) })
        assert.equal(point.prices_available, true, `the parent at resolution ${res} of a cell with figures`)
      }
    },
  },
  {
    section: '4.5',
    claim: 'a cell far from every market has no listings and lies in no zone',
    async run({ emptyCell, lookup }) {
      const { prices_available, zones } = await lookup({ h3: await emptyCell() })
      assert.deepEqual({ prices_available, zones }, { prices_available: false, zones: [] })
    },
  },
  {
    section: '4.5',
    claim: 'a point needs lat and lng together',
    async run({ client }) {
      expectRefusal(await client.ask('/geo/lookup?lat=1'), 'missing_parameter', ['lng'])
      expectRefusal(await client.ask('/geo/lookup?lng=1'), 'missing_parameter', ['lat'])
      expectRefusal(await client.ask('/geo/lookup'), 'missing_parameter', ['h3', 'lat', 'lng'])
    },
  },
  {
    section: '4.5',
    claim: 'an invalid cell, latitude or longitude is refused',
    async run({ client }) {
      for (const h3 of ['', 'cell', '8a', '88283082b9fffffff', '-613498908425846783', '6.13e17', '0', '9'.repeat(19)]) {
        expectRefusal(await client.ask(at('/geo/lookup', { h3 })), 'invalid_parameter', ['h3'])
      }
      for (const lat of ['91', '-90.1', 'north', '', 'NaN', '1e999']) {
        expectRefusal(await client.ask(at('/geo/lookup', { lat, lng: 0 })), 'invalid_parameter', ['lat'])
      }
      for (const lng of ['180.5', '-181', 'east', 'Infinity', '0x10']) {
        expectRefusal(await client.ask(at('/geo/lookup', { lat: 0, lng })), 'invalid_parameter', ['lng'])
      }
    },
  },
  {
    section: '4.5',
    claim: 'the poles and the 180th meridian are points like any other',
    async run({ lookup }) {
      for (const [lat, lng] of [
        [90, 0],
        [-90, 180],
        [0, -180],
        [0, 180],
      ] as const) {
        const { h3 } = await lookup({ lat, lng })
        if (h3) assert.equal(parseCell(h3), latLngToCell(lat, lng, 8))
      }
    },
  },
  {
    section: '4.5',
    claim: 'lat, lng and res are ignored beside h3, but must be valid',
    decided: true,
    async run({ figures, lookup, client }) {
      const { cell } = await figures()
      assert.deepEqual(await lookup({ h3: cell, lat: 0, lng: 0, res: 4 }), await lookup({ h3: cell }))
      expectRefusal(await client.ask(at('/geo/lookup', { h3: cell, res: 3 })), 'invalid_parameter', ['res'])
    },
  },
]
