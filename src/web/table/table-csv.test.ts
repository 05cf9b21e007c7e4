import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import { tableCsv } from './table-csv.ts'

const cell = trustCell(latLngToCell(41.4, 2.17, 6))

const EDITION = {
  window_start: '2026-10-01',
  window_end: '2026-10-31',
  resolution: 6,
  lens: 'default',
} as const

test('each row has its state, period and units, and no text that a spreadsheet would run', () => {
  const figure = { cell, name: '=A1,"B"', estimated: true, median_price: 300_000, median_price_per_sqm: 4000 }
  const rows = [
    { id: cell, state: 'estimated', figure: { ...figure, median_area: null } },
    { id: cell, state: 'too_few', figure: null },
  ] as const
  expect(tableCsv(rows, EDITION, { currency: 'USD', size_unit: 'sqm' }).split('\r\n')).toEqual([
    'h3,place,state,median_price_per_sqm,median_price,median_area,average_price,listings,currency,size_unit,window_start,window_end,resolution,lens',
    `${cell},"'=A1,""B""",estimated,4000,300000,,,,USD,sqm,2026-10-01,2026-10-31,6,default`,
    `${cell},,too_few,,,,,,USD,sqm,2026-10-01,2026-10-31,6,default`,
    '',
  ])
})
