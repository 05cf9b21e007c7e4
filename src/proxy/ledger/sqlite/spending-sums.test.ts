import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqliteLedger } from './sqlite-ledger.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sums-'))
  file = join(folder, 'ledger.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true }))

async function sums() {
  const ledger = openSqliteLedger(file)
  const told = [await ledger.spendingByDay(''), await ledger.spendingByLens(9), await ledger.totals()]
  await ledger.close()
  return told
}

function write(sql: string): void {
  const database = new Database(file)
  database.exec(sql)
  database.close()
}

it('a ledger that was written before there were sums gets them once, and keeps them up to date', async () => {
  await sums()
  write(`
    INSERT INTO receipt (at, as_of, lens, resolution, cells, rows) VALUES
      ('2026-11-20T23:59:59.000Z', '2026-11-01', 'default', 8, 343, 10),
      ('2026-11-21T00:00:00.000Z', '2026-11-01', 'default', 8, 100, 10),
      ('2026-11-21T10:00:00.000Z', '2026-11-01', 'rooms=2', 8, 50, 10);
    INSERT INTO tile (as_of, lens, resolution, parent, etag, gzip) VALUES
      ('2026-11-01', 'default', 8, 'one', 'e', x'00'), ('2026-11-01', 'default', 8, 'two', 'e', x'00');
    INSERT OR IGNORE INTO tile (as_of, lens, resolution, parent, etag, gzip) VALUES
      ('2026-11-01', 'default', 8, 'one', 'e', x'00');
  `)
  const expected = [
    [
      { day: '2026-11-21', calls: 2, bought_cells: 150, held_cells: 0 },
      { day: '2026-11-20', calls: 1, bought_cells: 343, held_cells: 0 },
    ],
    [
      { lens: 'default', calls: 2, bought_cells: 443 },
      { lens: 'rooms=2', calls: 1, bought_cells: 50 },
    ],
    { tiles_held: 2, calls_spent: 3 },
  ]
  expect(await sums()).toEqual(expected)
  write('DROP TABLE spent_on_day; DROP TABLE spent_on_lens; DROP TABLE tile_count')
  expect(await sums()).toEqual(expected)
  write("DELETE FROM tile WHERE parent = 'two'")
  expect((await sums())[2]).toEqual({ tiles_held: 1, calls_spent: 3 })
})
