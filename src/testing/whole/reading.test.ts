import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askAll } from '../../cli/commands/ask-doubts.ts'
import { importListings } from '../../service/import/import-listings.ts'
import type { ImportOptions } from '../../service/import/reading/import-options.ts'
import type { Reading } from '../../service/import/reading/reading.ts'
import { listingFiles } from '../../service/listings/listing-store.ts'
import { type ImportFixture, makeImportFixture } from '../import-fixture.ts'

const MADRID = '40.4168,-3.7038'
let fixture: ImportFixture

beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

/** How a file would be imported. */
async function describe(text: string, options: Partial<ImportOptions> = {}): Promise<Reading> {
  const readings: Reading[] = []
  const reports = await importListings({
    dataDir: fixture.dataDir,
    files: [fixture.write('flats-2026-10.csv', text)],
    now: () => new Date('2026-11-21'),
    log: pino({ level: 'silent' }),
    dryRun: true,
    onReading: async (reading) => {
      readings.push(reading)
      return { kind: 'stop' }
    },
    ...options,
  })
  expect(reports).toEqual([])
  const [reading] = readings
  if (!reading) throw new Error('expected a reading, found none')
  return reading
}

test('a dry run says what each column and value became and what would be rejected, and keeps nothing', async () => {
  const reading = await describe(
    `Price,m2,rooms,latitude,longitude,date,tipo,colour
"1.250.000,50",80,2,${MADRID},25/3/2026,piso,red
900.000,,3,${MADRID},1/2/2026,piso,red
,70,,${MADRID},2/2/2026,yurt,blue
`,
  )
  expect(reading).toMatchObject({ rows: 3, usable: 2, unused: ['colour'], countries: [{ name: 'es', rows: 2 }] })
  expect(reading.columns.find(({ field }) => field === 'price')).toEqual({
    field: 'price',
    column: 'Price',
    filled: 2,
    read: 2,
    examples: [
      { cell: '1.250.000,50', read: '1250000.5' },
      { cell: '900.000', read: '900000' },
    ],
  })
  expect(reading.columns.find(({ field }) => field === 'date')?.examples[0]).toEqual({
    cell: '25/3/2026',
    read: '2026-03-25',
  })
  expect(reading.values.find(({ field }) => field === 'property_type')?.values).toEqual([
    { cell: 'piso', read: 'apartment', rows: 2, isUnknown: false },
    { cell: 'yurt', read: 'other', rows: 1, isUnknown: true },
  ])
  expect(reading.styles).toMatchObject([
    { of: 'price', style: 'decimal comma', evidence: { comma: 1, point: 0 } },
    { of: 'date', style: 'dmy', evidence: { day_first: 1 } },
  ])
  expect(reading.rejected).toMatchObject([{ name: 'no price', rows: 1 }])
  expect(reading.warnings).toEqual([expect.stringContaining('property_type that is not known, such as "yurt"')])
  expect(listingFiles(fixture.dataDir)).toEqual([])
  expect(existsSync(join(fixture.dataDir, 'service', 'imports', '1.json'))).toBe(false)
})

test('a value that most rows lack is reported', { tags: 'nightly' }, async () => {
  const { warnings } = await describe(`price,latitude,longitude,date\n1000,${MADRID},2026-10-03\n`)
  expect(warnings.map((warning) => /no (\w+)/.exec(warning)?.[1])).toEqual(['area', 'rooms', 'property_type'])
})

test('an empty column is never chosen over a filled one, and a near one is in doubt until somebody chooses', {
  tags: 'nightly',
}, async () => {
  const text = `askingprice,price,bedrooms,rooms,latitude,longitude,date
1000,,2,3,${MADRID},2026-10-03
2000,,2,4,${MADRID},2026-10-04
`
  const { columns, doubts } = await describe(text)
  expect(columns.find(({ field }) => field === 'price')?.column).toBe('askingprice')
  expect(doubts).toMatchObject([{ field: 'rooms', choices: [{ value: 'bedrooms' }, { value: 'rooms' }] }])
  const file = fixture.write('strict.csv', text)
  await expect(fixture.importFile(file, { strict: true })).rejects.toThrow(
    'Which column is rooms? Choose with --map rooms=bedrooms or --map rooms=rooms',
  )
  expect(listingFiles(fixture.dataDir)).toEqual([])
  const asked = await fixture.importFile(file, { onReading: (reading) => askAll(reading, async () => '2') })
  expect(asked.columns).toMatchObject({ rooms: 'rooms' })
  expect(await fixture.importFile(file, { strict: true, map: { rooms: 'rooms' } })).toMatchObject({
    held: 2,
    doubts: [],
  })
})

test('the month of a file without dates is in doubt, and Enter takes the guess', async () => {
  const text = `price,latitude,longitude\n1000,${MADRID}\n`
  const reading = await describe(text, { guessDate: true })
  expect(reading.doubts).toMatchObject([{ field: 'date', choices: [{ value: '2026-10' }] }])
  expect(await askAll(reading, async () => '')).toEqual({ kind: 'import' })
  expect(await askAll(reading, async () => '2019-04')).toEqual({ kind: 'again', date: '2019-04' })
})

test('an order of day and month that no date shows is in doubt, with the likelier one first', {
  tags: 'nightly',
}, async () => {
  const text = `price,latitude,longitude,date\n1000,${MADRID},3/4/2026\n2000,${MADRID},3/12/2026\n`
  const reading = await describe(text)
  expect(reading.doubts).toMatchObject([{ option: 'date-order', choices: [{ value: 'mdy' }, { value: 'dmy' }] }])
  const answers = ['3', 'next year', '2']
  expect(await askAll(reading, async () => answers.shift() ?? '')).toEqual({ kind: 'again', dateOrder: 'dmy' })
  const file = fixture.write('order.csv', text)
  await expect(fixture.importFile(file, { strict: true })).rejects.toThrow('--date-order mdy or --date-order dmy')
  const read = await fixture.importFile(file)
  expect(read.doubts).toHaveLength(1)
  expect(read.countries).toMatchObject([{ first_day: '2026-03-04', last_day: '2026-03-12' }])
  const otherwise = await fixture.importFile(file, { dateOrder: 'dmy' })
  expect(otherwise).toMatchObject({ replaces: true, doubts: [], countries: [{ first_day: '2026-04-03' }] })
})
