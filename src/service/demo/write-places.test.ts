import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { latLngToCell } from 'h3-js'
import { expect, it } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import { openReadOnly } from '../storage/sqlite.ts'
import { placesFile, writePlaces } from './write-places.ts'

it('the places of a cell are found by an index, also after places were replaced', () => {
  const dir = mkdtempSync(join(tmpdir(), 'places-'))
  const cells = [trustCell(latLngToCell(41.39, 2.16, 8))]
  const of = { geo_id: 'z1', parent: 'es', level: 'city', country: 'es', h3_res: 8, population: 1 } as const
  for (const name of ['Gràcia', 'Sants']) writePlaces(dir, [{ ...of, name, lat: 41.39, lng: 2.16, cells }])
  const database = openReadOnly(placesFile(dir))
  const plan = database.prepare('EXPLAIN QUERY PLAN SELECT geo_id FROM place_cell WHERE cell = 1').all([])
  database.close()
  rmSync(dir, { recursive: true })
  expect(JSON.stringify(plan)).toContain('SEARCH place_cell USING COVERING INDEX place_cell_cell')
})
