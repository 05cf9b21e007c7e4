import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'

let fixture: ImportFixture

beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

async function daysOf(names: string, parts: readonly string[]) {
  const rows = parts.map((part, i) => `${200_000 + i},80,51.5,-0.${120 + i},${part}`)
  const report = await fixture.importFile(fixture.write('a.csv', `Price,Area,Lat,Lng,${names}\n${rows.join('\n')}\n`))
  const days = await fixture.kept('listed_on::VARCHAR AS day', 'price')
  return { report, days: days.map(({ day }) => day) }
}

test('a year and a quarter in columns of their own are a date', async () => {
  const known = ['2025,Q1', '2025,2', '2025,3T', '2025,4th', '2025,II', ...Array.from({ length: 20 }, () => '2024,Q4')]
  const { report, days } = await daysOf('Year,Quarter', [...known, '2025,5'])
  expect(days.slice(0, 6)).toEqual(['2025-03-01', '2025-06-01', '2025-09-01', '2025-12-01', '2025-06-01', '2024-12-01'])
  expect(report).toMatchObject({
    columns: { year: 'Year', month: 'Quarter' },
    rejected: { 'unreadable date': 1 },
  })
})

test('so are a year and a week, whose days are the Thursdays', async () => {
  expect((await daysOf('Jahr,KW', ['2025,7', '2025,KW 08'])).days).toEqual(['2025-02-13', '2025-02-20'])
})

test('a quarter of a town beside a year is no date', async () => {
  await expect(daysOf('Year,Quarter', ['2025,Marais', '2025,Old Town'])).rejects.toThrow(
    'a column for the date, found none',
  )
})

test('beside a month, quarters and weeks are not used', async () => {
  const { report, days } = await daysOf('year,week,quarter,month', ['2025,20,2,5', '2025,23,2,6'])
  expect(days).toEqual(['2025-05-01', '2025-06-01'])
  expect(report).toMatchObject({ columns: { month: 'month' }, doubts: [] })
})
