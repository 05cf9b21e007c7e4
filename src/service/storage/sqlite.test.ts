import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openForWriting, type SqliteDatabase, writeAlone } from './sqlite.ts'

let folder: string
let ours: SqliteDatabase
let other: SqliteDatabase

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
  const schema = 'CREATE TABLE IF NOT EXISTS count (name TEXT PRIMARY KEY, number INTEGER)'
  const tables = { of: 'counts', first: ['count'], form: 0, schema }
  const open = () => openForWriting(join(folder, 'counts.sqlite'), tables, { durable: false, busyMs: 20 })
  ours = open()
  other = open()
})

afterEach(() => {
  for (const database of [ours, other]) database.close()
  rmSync(folder, { recursive: true })
})

describe('writeAlone', () => {
  it('leaves the connection able to commit when it does not get the lock', () => {
    const note = ours.prepare("INSERT INTO count VALUES ('noted', 1)")
    other.exec('BEGIN IMMEDIATE')
    expect(() => writeAlone(ours, () => note.run([]))).toThrow('locked')
    other.exec('ROLLBACK')
    writeAlone(ours, () => ours.prepare("INSERT INTO count VALUES ('charged', 1)").run([]))
    expect(other.prepare('SELECT name FROM count').raw().all([])).toEqual([['charged']])
  })
})
