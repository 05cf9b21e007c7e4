import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFileFaults, readWatched } from '../server/storage/file-faults.ts'
import { failureText } from './report-failure.ts'

test('DATA_DIR is named only where its own files or the way to them fail', () => {
  const dir = mkdtempSync(join(tmpdir(), 'failure-'))
  const file = join(dir, 'file')
  writeFileSync(file, '')
  const isNamed = (path: string, dataDir: string, more = {}) => {
    try {
      readFileSync(path)
    } catch (cause) {
      const error = new Error('it failed', { cause: Object.assign(cause as Error, more) })
      return failureText(error, dataDir).endsWith(` (DATA_DIR is ${dataDir})`)
    }
  }
  const inside = join(file, 'data', 'x')
  expect(isNamed(inside, join(file, 'data'))).toBe(true)
  expect(isNamed(inside, join(file, 'data', 'x', 'service'))).toBe(true)
  expect(isNamed(inside, join(dir, 'other'))).toBe(false)
  // Not every failure has a path: that of a full disk has none, nor has that of a port below 1024.
  expect(isNamed(inside, join(dir, 'other'), { path: undefined, code: 'ENOSPC', syscall: 'write' })).toBe(true)
  expect(isNamed(inside, join(dir, 'other'), { path: undefined, code: 'EACCES', syscall: 'listen' })).toBe(false)
  expect(isNamed(inside, join(dir, 'other'), { path: undefined, code: 'EPERM', syscall: 'kill' })).toBe(false)
  // libsql reports a file that it may not open, and a full disk, without a code.
  const unopened = new Error('ConnectionFailed("Unable to open connection to local database /x/y.sqlite: 14")')
  expect(failureText(unopened, '/x')).toContain(' (DATA_DIR is /x; run this as a user who can write to it)')
  const readOnly = Object.assign(new Error('attempt to write a readonly database'), { code: 'SQLITE_READONLY' })
  const fail = () => {
    throw readOnly
  }
  const said = '/x/a.sqlite cannot be read or written: attempt to write a readonly database'
  expect(() => readWatched(createFileFaults(null), '/x/a.sqlite', fail)).toThrow(said)
  const full = new Error('cannot rollback - no transaction is active')
  expect(failureText(full, '/x')).toBe('a write failed, probably because the disk is full (DATA_DIR is /x)')
  rmSync(dir, { recursive: true })
})
