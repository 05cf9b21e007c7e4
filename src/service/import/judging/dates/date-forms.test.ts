// @module-tag nightly
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'
import type { ImportOptions } from '../../reading/import-options.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

/** The area of the first row of the next file: what was imported before is held. */
let first = 100

/** The days of a file with one column of these cells; null for a cell that is rejected. */
async function daysOf(cells: readonly string[], options: Partial<ImportOptions> = {}) {
  first += 100
  const rows = cells.map((cell, index) => `250000,${first + index},40.${4168 + index},-3.7038,"${cell}"`)
  const text = `price,area,latitude,longitude,date\n${rows.join('\n')}\n`
  const { kept } = await fixture.importFile(fixture.write('dates.csv', text), options)
  const found = kept > 0 ? await fixture.kept('area, listed_on::VARCHAR AS day', 'area') : []
  return cells.map((_, index) => found.find(({ area }) => area === first + index)?.day ?? null)
}

test('months of Stata and moments of programs are days', async () => {
  const cells = ['2026m3', '2026M10', '1790000000000000', '1790000000000000000', '20260921103000']
  const dotNet = ['/Date(1790000000000)/', '/Date(1790028000000+0200)/']
  expect(await daysOf([...cells, ...dotNet, "Sep 3, '26", "3 Sep '26"])).toEqual([
    '2026-03-01',
    '2026-10-01',
    '2026-09-21',
    '2026-09-21',
    '2026-09-21',
    '2026-09-21',
    '2026-09-22',
    '2026-09-03',
    '2026-09-03',
  ])
})

test('days of the Taiwanese and Japanese eras, with Roman months and of weeks are read', async () => {
  expect(await daysOf(['115/09/03', '115.9.3', '令和元年9月3日', '12.IX.2026', '12 xi 2025'])).toEqual([
    '2026-09-03',
    '2026-09-03',
    '2019-09-03',
    '2026-09-12',
    '2025-11-12',
  ])
  expect(await daysOf(['2026-W38', '2026W01', '2026-W38-7', 'IV.2026', '12.IIX.2026'])).toEqual([
    '2026-09-17',
    '2026-01-01',
    '2026-09-20',
    null,
    null,
  ])
})

test('quarters are read with Roman numbers, in Chinese without the word for the year, and as spans of months', async () => {
  const roman = ['III квартал 2026', 'III кв. 2026 г.', '3 кв. 2026', 'IV kwartał 2025', 'i trimestre 2026']
  const spans = ['Jul-Sep 2026', 'July – September 2026', 'avril-juin 2026', '2026年7-9月', '2026年10～12月']
  expect(await daysOf([...roman, '2026 第3季', '2026第2季度', ...spans])).toEqual([
    ...['2026-09-01', '2026-09-01', '2026-09-01', '2025-12-01', '2026-03-01'],
    ...['2026-09-01', '2026-06-01'],
    ...['2026-09-01', '2026-09-01', '2026-06-01', '2026-09-01', '2026-12-01'],
  ])
  expect(await daysOf(['Jul-Aug 2026', 'Aug-Oct 2026', 'Sep-Jul 2026', '2026年7-12月', 'V квартал 2026'])).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('a quarter of two digits of a year is read with a letter, and not with a word that can be a number of a flat', async () => {
  expect(await daysOf(['Q3/26', 'q1-26', "3Q'25", '4T25', 'Q2 26', '3 кв. 25', 'Q5/26'])).toEqual([
    '2026-09-01',
    '2026-03-01',
    '2025-09-01',
    '2025-12-01',
    '2026-06-01',
    null,
    null,
  ])
})

test('quarters, weeks and eras are read in further forms, and moments as pandas writes them', async () => {
  const quarters = ['2026/1Q', '2º trimestre 2026', '1er trimestre de 2026', '1. Quartal 2026']
  const weeks = ['KW 38/2026', 'W1 2026', '2024-W53']
  const moments = ['1790000000000.0', '951868800', '46286,5', '202609211030', 'R8.9.3', 'H31/4/1']
  expect(await daysOf([...quarters, ...weeks, ...moments])).toEqual([
    ...['2026-03-01', '2026-06-01', '2026-03-01', '2026-03-01'],
    // 2024 has 52 weeks.
    ...['2026-09-17', '2026-01-01', null],
    ...['2026-09-21', '2000-03-01', '2026-09-21', '2026-09-21', '2026-09-03', '2019-04-01'],
  ])
})

test('the first of two days is not taken for the day of the offer, and a time follows a day', async () => {
  const spans = ['2026-08-01 - 2026-10-03', '01.09.2026 bis 03.10.2026', '13/08/2026 - 14/09/2026']
  const others = ['13.08.26 - 14.09.26', '1. 9. 2026 - 3. 10. 2026', 'Listed 13/08/2026 - 14/09/2026']
  const more = [
    '2026年9月1日 - 2026年10月3日',
    '3 Sep 2026 10:00 - 4 Oct 2026 10:00',
    '13/08/2026 14/09/2026',
    '13.09.2026 bis 14.10.',
  ]
  const times = ['2026-10-03 10.30.15', '03.10.2026, 14:20', '13/10/2026 09:00:00 +0200']
  const changed = ['13/08/2026 (updated 14/09/2026)', 'Added on 13/08/2026, reduced 14/09/2026']
  expect(await daysOf([...spans, ...others, ...more, ...times, ...changed])).toEqual([
    ...[...spans, ...others, ...more].map(() => null),
    ...['2026-10-03', '2026-10-03', '2026-10-13'],
    ...['2026-08-13', '2026-08-13'],
  ])
})

test('six digits are a year and a month, or a day in the one order that fits all', async () => {
  expect(await daysOf(['202510', '202509'])).toEqual(['2025-10-01', '2025-09-01'])
  expect(await daysOf(['250131', '250214', '250310', '201012'])).toEqual([
    '2025-01-31',
    '2025-02-14',
    '2025-03-10',
    '2020-10-12',
  ])
  expect(await daysOf(['310125', '140225', '100325', '280425'])).toEqual([
    '2025-01-31',
    '2025-02-14',
    '2025-03-10',
    '2025-04-28',
  ])
  expect(await daysOf(['201012', '211113']), 'either order fits').toEqual([null, null])
})

test('dates with points have the month first where a column shows it, or the options say so', async () => {
  expect(await daysOf(['10.25.2025', '03.04.2025', '09.30.2025'])).toEqual(['2025-10-25', '2025-03-04', '2025-09-30'])
  expect(await daysOf(['25.10.2025', '03.04.2025'])).toEqual(['2025-10-25', '2025-04-03'])
  expect(await daysOf(['03.04.2025.', '3. 5. 2025.', '2026 m. rugsėjo 3 d.'])).toEqual([
    '2025-04-03',
    '2025-05-03',
    '2026-09-03',
  ])
  expect(await daysOf(['03.04.2025'], { dateOrder: 'mdy' })).toEqual(['2025-03-04'])
})

test('a year can be followed by the day', async () => {
  expect(await daysOf(['2025-25-10', '2025-03-04', '2025/28/02'])).toEqual(['2025-10-25', '2025-04-03', '2025-02-28'])
  expect(await daysOf(['2025-13-10', '2025-03-04']), 'one odd date').toEqual([null, '2025-03-04'])
  expect(await daysOf(['2025-10-25', '2025-03-04'])).toEqual(['2025-10-25', '2025-03-04'])
})

test('financial years are not months', async () => {
  expect(await daysOf(['2010-11', '2011-12', '2012-13'])).toEqual([null, null, null])
  expect(await daysOf(['2010-11', '2011-12'])).toEqual([null, null])
  expect(await daysOf(['2010-11', '2010-12', '2011-01'])).toEqual(['2010-11-01', '2010-12-01', '2011-01-01'])
  expect(await daysOf(['2010-11'])).toEqual(['2010-11-01'])
})

test('a year of two digits can come first', async () => {
  const march = ['18-03-05', '18-03-25', '18-03-17', '18-04-02', '19-01-30']
  expect((await daysOf(march))[0], 'more days than years').toBe('2018-03-05')
  expect(await daysOf(['18-03-05'], { dateOrder: 'dmy' })).toEqual(['2005-03-18'])
  expect(await daysOf(['26-03-05']), 'the newer one').toEqual(['2026-03-05'])
  const years = ['19/01/25', '08/07/19', '10/04/24', '23/12/15', '03/01/16', '26/10/22', '14/03/15']
  expect((await daysOf(years))[0], 'more days than years at the front').toBe('2025-01-19')
  expect(await daysOf(['13-09-26', '05-09-26'])).toEqual(['2026-09-13', '2026-09-05'])
  expect(await daysOf(['25/03/26', '13/04/26', '02/04/26', '17/01/25'])).toEqual([
    '2026-03-25',
    '2026-04-13',
    '2026-04-02',
    '2025-01-17',
  ])
})

test('a year with decimals is the month in which it lies', async () => {
  expect(await daysOf(['2013.500', '2013.083', '2012.917', '2013.000', '2012.667', '2013'])).toEqual([
    '2013-07-01',
    '2013-02-01',
    '2012-12-01',
    '2013-01-01',
    '2012-09-01',
    '2013-01-01',
  ])
  expect(await daysOf(['2013.5', '2013.33', '2013.0', '2013.7342'])).toEqual([
    '2013-07-01',
    '2013-05-01',
    '2013-01-01',
    '2013-09-01',
  ])
  expect(await daysOf(['2013.05', '2013.12', '2013.1']), 'months').toEqual(['2013-05-01', '2013-12-01', '2013-01-01'])
  expect(await daysOf(['2013.5', '2013.0']), 'either').toEqual([null, null])
})

test('a word for what happened on a day is left out, and a day counted from an unknown one is named', async () => {
  const cells = [
    'Added on 25/10/2026',
    'Reduced on 04/10/2026',
    'Listed: 5 October 2026',
    'Listed 3 days ago',
    'yesterday',
  ]
  first += 100
  const rows = cells.map((cell, index) => `250000,${first + index},40.${4168 + index},-3.7038,"${cell}"`)
  const report = await fixture.importFile(
    fixture.write('added.csv', `price,area,latitude,longitude,date\n${rows.join('\n')}\n`),
  )
  expect(report).toMatchObject({ kept: 3, rejected: { 'date counted from a day that the file does not name': 2 } })
  expect(report.notes.join()).toContain('--map date==')
  expect((await fixture.kept('listed_on::VARCHAR AS day', 'area')).map(({ day }) => day)).toEqual([
    '2026-10-25',
    '2026-10-04',
    '2026-10-05',
  ])
})

test('months joined to years are months where they cannot be days', async () => {
  expect(await daysOf(['May19', 'Oct19', 'Feb20', 'Sep18'])).toEqual([
    '2019-05-01',
    '2019-10-01',
    '2020-02-01',
    '2018-09-01',
  ])
  const days = [null, null, null]
  expect(await daysOf(['Sep18', 'Sep19', 'Oct20']), 'of two months').toEqual(days)
  expect(await daysOf(['Sep03', 'Oct19', 'Nov08']), 'further apart than years').toEqual(days)
  expect(await daysOf(['Sep28', 'Oct29', 'Nov30']), 'in the future').toEqual(days)
})
