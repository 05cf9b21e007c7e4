// @module-tag nightly
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

async function notesOf(column: string, values: readonly string[]): Promise<readonly string[]> {
  const rows = values.map((value, index) => `${250_000 + index},53.3498,-6.2603,2026-10-03,${value}`)
  const text = `price,latitude,longitude,date,${column}\n${rows.join('\n')}\n`
  return (await fixture.importFile(fixture.write('homes.csv', text))).notes
}

test('prices that a column says to be without tax are counted in the report', async () => {
  expect(await notesOf('VAT Exclusive', ['No', 'Yes', 'No'])).toEqual([
    'column "VAT Exclusive" says that 1 of 3 prices are without tax; they count as they are, so add the tax in the file if they should be compared with the others',
  ])
  expect(await notesOf('zzgl. MwSt.', ['ja', 'nein'])).toEqual([
    expect.stringContaining('1 of 2 prices are without tax'),
  ])
})

test('a column of taxes, and one that says that none is without tax, is not named', async () => {
  expect(await notesOf('VAT Exclusive', ['No', 'No'])).toEqual([])
  expect(await notesOf('property tax', ['1', '1'])).toEqual([])
  expect(await notesOf('tax exemption', ['Yes', 'No'])).toEqual([])
  expect(await notesOf('without lift', ['Yes', 'No'])).toEqual([])
})
