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
      return failureText(error, dataDir).includes(` (DATA_DIR is ${dataDir}`)
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
  const readOnly = Object.assign(new Error('attempt to write a readonly database'), { code: 'SQLITE_READONLY' })
  const fail = () => {
    throw readOnly
  }
  const said = '/x/a.sqlite cannot be read or written: attempt to write a readonly database'
  expect(() => readWatched(createFileFaults(null), '/x/a.sqlite', fail)).toThrow(said)
  const full = new Error('cannot rollback - no transaction is active')
  expect(failureText(full, '/x')).toContain('probably because the disk is full (DATA_DIR is /x; make room on its disk)')
  rmSync(dir, { recursive: true })
})

test('what an operator can do is said with DATA_DIR', () => {
  const dir = mkdtempSync(join(tmpdir(), 'failure-'))
  const advice = (error: Error) => failureText(error, dir).split(`DATA_DIR is ${dir}`)[1]
  const coded = (code: string, more = {}) => advice(Object.assign(new Error('it failed'), { code, ...more }))
  expect(coded('EACCES', { path: join(dir, 'x') })).toBe('; run this as a user who can write to it)')
  expect(coded('ENOSPC', { syscall: 'write' })).toBe('; make room on its disk)')
  expect(coded('SQLITE_FULL')).toBe('; make room on its disk)')
  expect(coded('SQLITE_IOERR')).toBe('; its disk is full or faulty)')
  expect(coded('SQLITE_READONLY')).toBe('; its disk, or something in it, can only be read)')
  expect(coded('ENOTDIR', { path: dir })).toBe('; it, or something on the way to it, is a file)')
  const unmade = '; no folder can be created there; choose another place)'
  expect(coded('ENOENT', { path: dir, syscall: 'mkdir' })).toBe(unmade)
  const dangling = '; a link on the way to it leads nowhere, or to a file)'
  expect(coded('EEXIST', { path: dir, syscall: 'mkdir' })).toBe(dangling)
  expect(coded('ENOENT', { path: dir, syscall: 'open' })).toBeUndefined()
  const elsewhere = Object.assign(new Error('it failed'), { code: 'ENOENT', path: '/proc/x', syscall: 'mkdir' })
  expect(failureText(elsewhere, dir)).toBe('it failed; no folder can be created there; choose another place')
  const givenUp = Object.assign(new Error('cannot rollback - no transaction is active'), { code: 'SQLITE_ERROR' })
  expect(advice(givenUp)).toBe('; make room on its disk)')
  // libsql does not say why it could not open a file.
  const unopened = (path: string) =>
    new Error(`ConnectionFailed("Unable to open connection to local database ${path}: 14")`)
  expect(advice(unopened(join(dir, 'x')))).toBe('; run this as a user who can write to it)')
  expect(failureText(new Error('it broke', { cause: unopened(dir) }), dir)).toBe(`it broke (DATA_DIR is ${dir})`)
  expect(failureText(unopened(dir), '/x')).toBe(`${dir} is a folder, not a database; move it away (DATA_DIR is /x)`)
  rmSync(dir, { recursive: true })
})
