import { expect, test } from 'vitest'
import { makeImportFixture } from '../../../../testing/import-fixture.ts'

test('prices in a currency that is no more are rejected with what took its place', async () => {
  const fixture = makeImportFixture()
  const rows = ['900000,FRF', '800000,frf', '150000,YTL', '100000,XYZ'].map((row) => `${row},80,48.85,2.35,1999-01-02`)
  const file = fixture.write('a.csv', `prix,devise,surface,lat,lng,date\n${rows.join('\n')}\n`)
  const report = await fixture.importFile(file)
  expect(report).toMatchObject({ kept: 0, rejected: { 'unknown currency': 4 } })
  expect(report.notes).toEqual([
    'prices in FRF, which is no more: 2; 1 EUR took the place of 6.55957 FRF, so divide the prices by 6.55957 and write EUR in place of it',
    'prices in YTL, which is no more: 1; 1 TRY took the place of 1 YTL, so write TRY in place of it',
  ])
  fixture.remove()
})
