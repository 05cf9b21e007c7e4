import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDuckSession } from '../../storage/duck-session.ts'
import { readFileIntoTable } from './read-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'read-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

async function read(text: string | Buffer, isHeader?: (names: readonly string[]) => boolean) {
  const file = join(dir, 'a.csv')
  writeFileSync(file, text)
  const session = await openDuckSession({ spillDir: join(dir, 'spill'), memoryLimit: '1GB' })
  try {
    const raw = await readFileIntoTable(session, file, { workDir: dir, isHeader })
    const rows = await session.rows<{ n: bigint; c0: string; c2: string }>('SELECT n, c0, c2 FROM raw ORDER BY n')
    const lines = rows.map(({ n }) => raw.lineOf(Number(n)))
    return { rows, lines, all: raw.rows, malformed: raw.malformed.map((record) => raw.lineOfMalformed(record)) }
  } finally {
    session.close()
  }
}

const field = fc.oneof(
  fc.constantFrom('1', '', '"a ""b"" c"', '"x,y"', '"two\nlines"', '5" pipe', '""'),
  fc.string({ unit: fc.constantFrom('a', '1', '"', ' ', ';'), maxLength: 5 }),
)
const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
const record = fc.array(field, { minLength: 1, maxLength: 5 }).map((fields) => fields.join(','))

async function expectAllAddUp(files: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 12 }), async (records) => {
      const outcome = await read(`a,b,c\n${records.join('\n')}\n`).catch((error: Error) => error)
      if (outcome instanceof Error)
        expect(outcome.message).toMatch(/unclosed quotation mark|a quoted field opens on line|as many cells in a row/)
      else expect(outcome.rows.length + outcome.malformed.length).toBe(outcome.all)
    }),
    { numRuns: files },
  )
}

test('however garbled a file is, its rows add up or the whole file is refused', () => expectAllAddUp(12), 60_000)

test('so do those of many more files', { tags: 'nightly', timeout: 60_000 }, () => expectAllAddUp(40))

test('a file whose rows all have one cell more than names, as R writes them, is refused, and one with a comma at each end is not', async () => {
  await expect(read('"a","b","c"\n"1",1,2,3\n"2",4,"5,5",6\n')).rejects.toThrow(
    'found 3 names and 4 cells in every row',
  )
  await expect(read("'a','b'\n'1','2,3'\n'4','5,6'\n")).rejects.toThrow('in single quotation marks')
  await expect(read("'price','b'\n'1','2'\n")).rejects.toThrow("('price', 'b'); nothing was imported")
  expect((await read('a,b,c\n1,2,3,\n4,5,6,\n')).rows).toHaveLength(2)
  expect((await read('a,b,c\n1,2,3\n4,5,6,6\n7,8,9,9\n')).malformed).toEqual([3, 4])
})

test('names of columns below titles are found in an older encoding, too', async () => {
  // 제목입니다 above 가격, 면적 and 동네, and two rows, in EUC-KR.
  const text = 'C1A6B8F1C0D4B4CFB4D90A0AB0A1B0DD2CB8E9C0FB2CB5BFB3D70A312C322CB0ADB3B2B1B80A332C342CB8B6C6F7B1B80A'
  const { rows, lines } = await read(Buffer.from(text, 'hex'), ([name]) => name === '가격')
  expect(rows.map(({ c0, c2 }) => [c0, c2])).toEqual([
    ['1', '강남구'],
    ['3', '마포구'],
  ])
  expect(lines).toEqual([4, 5])
})

async function expectSameRows(files: number): Promise<void> {
  const ends = fc.array(lineEnd, { minLength: 5, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(ends, fc.constantFrom('', 'a title,,'), async (all, before) => {
      const lines = ['a,b,c', '1,1,1', '2,"x,y",2', '3,3,3']
      const text = [...(before ? [before] : []), ...lines].map((line, i) => line + all[i]).join('')
      const { rows } = await read(text, ([first]) => first === 'a')
      expect(rows.map(({ c0, c2 }) => [c0, c2])).toEqual([
        ['1', '1'],
        ['2', '2'],
        ['3', '3'],
      ])
    }),
    { numRuns: files },
  )
}

test('lines can end in several ways within a file', () => expectSameRows(12), 60_000)

test('so they can in many more files', { tags: 'nightly', timeout: 60_000 }, () => expectSameRows(40))

test.each([
  ['\n', '\r\n'],
  ['\r\n', '\n'],
  ['\r', '\n'],
])('a name in lines that end in %j heads records that end in %j', async (inner, end) => {
  const { rows, malformed } = await read(`"price${inner}(EUR)",b,"c${inner}d"${end}1,2,3${end}4,5,"6${inner}7"${end}`)
  expect(rows.map(({ c0 }) => c0)).toEqual(['1', '4'])
  expect(rows[1]?.c2).toMatch(/^6[\r\n]+7$/)
  expect(malformed).toEqual([])
})

test('rows and malformed records know their lines after blank lines and line feeds in quotes', async () => {
  const { rows, lines, malformed } = await read('a,b,c\n1,"x\ny",z\n\n2,2\n3,3,3\n4,4,4,4\n5,5,"5\n5"\n6,6,6')
  expect(rows.map(({ c0 }) => c0)).toEqual(['1', '3', '5', '6'])
  expect(lines).toEqual([2, 6, 8, 10])
  expect(malformed).toEqual([5, 7])
})
