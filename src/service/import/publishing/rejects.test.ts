import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../testing/import-fixture.ts'
import { refuseTooManyMalformed } from '../file/raw/malformed-limit.ts'

const HEADER = 'price,latitude,longitude,date,note'
const MADRID = '40.4168,-3.7038'
const DAY = '2026-10-03'
let fixture: ImportFixture

beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

async function expectSameListings({ files, least, most }: Record<'files' | 'least' | 'most', number>): Promise<void> {
  const note = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', '\n', '\t', '1', '.', 'a'),
    maxLength: 6,
  })
  const cell = fc.oneof(note.map(quoted), fc.constantFrom('', '-3.5', '""'))
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: least, maxLength: most }), async (notes) => {
      const own = makeImportFixture()
      try {
        // The order of day and month contradicts itself, so dates that can be either are rejected.
        const odd = ['25/3/2026', '3/25/2026'].map((day) => `1000,${MADRID},${day},`)
        const rows = [...odd, ...notes.map((text) => `1000,${MADRID},3/4/2026,${text}`)]
        const file = own.write('a.csv', `${HEADER}\n${rows.join('\n')}\n`)
        const report = await own.importFile(file)
        expect(report.rejected).toEqual({ 'ambiguous date': notes.length })
        const rejects = own.write('b.csv', readFileSync(report.rejects_file ?? ''))
        const again = await own.importFile(rejects, { dateOrder: 'dmy' })
        expect(again).toMatchObject({ rows: notes.length, kept: notes.length, rejected: {} })
        expect(await own.importFile(file, { dateOrder: 'dmy' })).toMatchObject({ kept: 1, held: notes.length })
      } finally {
        own.remove()
      }
    }),
    { numRuns: files },
  )
}

test(
  'rejected rows can be imported by themselves, and are the same listings as in their file',
  () => expectSameListings({ files: 1, least: 20, most: 60 }),
  60_000,
)

test('so can the rows of short files', { tags: 'nightly', timeout: 60_000 }, () =>
  expectSameListings({ files: 3, least: 1, most: 20 }),
)

test('formulas are harmless in rejects, in malformed rows too; numbers stay', async () => {
  const rows = [`,${MADRID},${DAY},=1+2`, `,-40.5,-3.7,${DAY},@SUM(A1)`, `=1+2,${MADRID},${DAY}`]
  const report = await fixture.importFile(fixture.write('a.csv', `${HEADER}\n${rows.join('\n')}\n`))
  const [, first, second, third] = readFileSync(report.rejects_file ?? '', 'utf8').split('\n')
  expect(first).toBe(`2,no price,,${MADRID},${DAY},'=1+2`)
  expect(second).toBe(`3,no price,,-40.5,-3.7,${DAY},'@SUM(A1)`)
  expect(third).toBe(`4,malformed line: missing columns,'=1+2,${MADRID},${DAY}`)
})

async function expectSameBytes(files: readonly (readonly [name: string, end: string])[]): Promise<void> {
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const good = Buffer.from(`1000,${MADRID},${DAY},"é é é é\né ñ ü ö"\n`)
  const rows = [good, latin(`2000,${MADRID},${DAY},Café ?\n`), good, latin(`3000,${MADRID},${DAY},"x\nCafé"\n`), good]
  for (const [name, end] of files) {
    const bytes = Buffer.concat([Buffer.from(`${HEADER}${end}`), ...rows])
    const file = fixture.write(name, name.endsWith('.gz') ? gzipSync(bytes) : bytes)
    const { rejected, rejects_file } = await fixture.importFile(file)
    expect(rejected).toEqual({ 'malformed line: invalid encoding': 2 })
    const rejects = readFileSync(rejects_file ?? '')
    const [second, third] = [`2000,${MADRID},${DAY},Café ?\n`, `3000,${MADRID},${DAY},"x\nCafé"\n`].map(latin)
    expect(rejects.includes(second ?? '')).toBe(true)
    expect(rejects.includes(third ?? '')).toBe(true)
    // All of its other bytes are not UTF-8 either, so that they show their encoding.
    const again = await fixture.importFile(fixture.write(`again-${name}.csv`, rejects))
    expect(again).toMatchObject({
      rows: 2,
      kept: name === files[0]?.[0] ? 2 : 0,
      reading: { encoding: 'windows-1252' },
    })
  }
}

test(
  'bytes that are not UTF-8 stay as they are in rejects, also packed and beside other line ends',
  { tags: 'nightly' },
  () => expectSameBytes([['a.csv.gz', '\r\n']]),
)

test('so they do when only one of these is so, and they are the same listings', { tags: 'nightly' }, () =>
  expectSameBytes([
    ['a.csv', '\n'],
    ['b.csv.gz', '\n'],
    ['c.csv', '\r\n'],
  ]),
)

test('rejects keep the delimiter of their file', async () => {
  const text = `price;latitude;longitude;date;note\n;${MADRID.replace(',', ';')};${DAY};"a;b"\n`
  const { rejects_file } = await fixture.importFile(fixture.write('a.csv', text))
  expect(readFileSync(rejects_file ?? '', 'utf8').split('\n')).toEqual([
    'rejected_line;rejected_because;price;latitude;longitude;date;note',
    `2;no price;;${MADRID.replace(',', ';')};${DAY};"a;b"`,
    '',
  ])
})

test('a stray quote is an error with its line, and nothing is imported', async () => {
  const rows = Array.from(
    { length: 50 },
    (_, i) => `${1000 + i},${MADRID},${DAY},${[9, 29].includes(i) ? '"' : ''}flat`,
  )
  await expect(fixture.importFile(fixture.write('a.csv', `${HEADER}\n${rows.join('\n')}\n`))).rejects.toThrow(
    'a.csv: a quoted field opens on line 11, and contains rows of the file, such as line 12',
  )
  const open = rows.slice(0, 29)
  await expect(fixture.importFile(fixture.write('a.csv', `${HEADER}\n${open.join('\n')}\n`))).rejects.toThrow(
    'a quoted field opens on line 11',
  )
  expect(await fixture.importFile(fixture.write('a.csv', `${HEADER}\n${rows.slice(0, 9).join('\n')}\n`))).toMatchObject(
    {
      kept: 9,
      reading: { lines: 10, quoted_lines: 0 },
    },
  )
})

test('a small file that unpacks to far more than a table does is refused before any of it is imported', async () => {
  const line = Buffer.from(`1,${MADRID},${DAY},\n`)
  const rows = Buffer.alloc(65 * 2 ** 20, line)
  const file = fixture.write('bomb.csv.gz', gzipSync(Buffer.concat([Buffer.from(`${HEADER}\n`), rows])))
  await expect(fixture.importFile(file)).rejects.toThrow(
    /bomb.csv.gz: expected a file of \d+ bytes to unpack to at most 64 MiB, found more; nothing was imported/,
  )
})

test('more rows that cannot be split than memory should hold are refused with what to look at', () => {
  expect(() => refuseTooManyMalformed(200_000)).not.toThrow()
  expect(() => refuseTooManyMalformed(200_001)).toThrow(/at most 200000 rows that cannot be read/)
})

test('the report names one row of each reason, and how many rows have a date to come', async () => {
  const rows = [
    `zehn,${MADRID},${DAY},`,
    `11,${MADRID},2026-02-30,`,
    `12,${MADRID},2062-10-03,`,
    `13,${MADRID},${DAY},`,
  ]
  const report = await fixture.importFile(fixture.write('a.csv', `${HEADER}\n${rows.join('\n')}\n`))
  expect(report.examples).toEqual({
    'price without a number, as on request': 'price zehn | at 40.4168, -3.7038 | date 2026-10-03',
    'unreadable date': 'price 11 | at 40.4168, -3.7038 | date 2026-02-30',
  })
  expect(report.notes[0]).toBe(
    'dates in the future: 1, the last 2062-10-03; figures include these rows once their month is over',
  )
})

test('a repair is counted with a cell that it was made in', async () => {
  const rows = ['500000,"ask, 94 or more",x,53.34,-6.26,2026-10-03', '500001,95,2,53.35,-6.27,2026-10-03']
  const report = await fixture.importFile(fixture.write('a.csv', `price,area,rooms,lat,lng,date\n${rows.join('\n')}\n`))
  expect(report.examples).toEqual({
    'unreadable area, treated as unknown': 'area ask, 94 or more',
    'unreadable rooms, treated as unknown': 'rooms x',
  })
})
