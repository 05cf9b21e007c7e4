import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepDatabasePrivate } from './private-file.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const INSERT = `
  const database = new (require('libsql'))(process.argv[1])
  database.exec('INSERT INTO t VALUES (' + process.argv[2] + ')')
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()`

let dir: string
let file: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'squaremetre-private-'))
  file = join(dir, 'a.sqlite')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

it('a database is created for its owner only', () => {
  keepDatabasePrivate(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('a database in use keeps its locks, so that what other processes write is seen', () => {
  const database = new Database(file)
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n)')
  keepDatabasePrivate(file)
  for (const n of [1, 2]) {
    execFileSync(process.execPath, ['-e', INSERT, file, String(n)], { cwd: ROOT })
    expect(database.prepare('SELECT max(n) AS n FROM t').get()).toMatchObject({ n })
  }
  expect([file, `${file}-wal`].map((part) => statSync(part).mode & 0o777)).toEqual([0o600, 0o600])
  database.close()
})
