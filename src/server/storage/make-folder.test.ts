import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'folders-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

it('creates what is missing, and leaves what is there', () => {
  const path = join(dir, 'a', 'b', 'c')
  for (const _ of [1, 2]) makeFolder(path)
  expect(statSync(path).isDirectory()).toBe(true)
  symlinkSync(path, join(dir, 'link'))
  makeFolder(join(dir, 'link'))
  makeFolder(join(dir, 'link', 'd'))
  expect(statSync(join(path, 'd')).isDirectory()).toBe(true)
})

it('fails where nothing can be created', () => {
  writeFileSync(join(dir, 'file'), '')
  symlinkSync(join(dir, 'nowhere'), join(dir, 'dangling'))
  expect(() => makeFolder(join(dir, 'file'))).toThrow('EEXIST')
  expect(() => makeFolder(join(dir, 'file', 'x'))).toThrow('ENOTDIR')
  expect(() => makeFolder(join(dir, 'dangling'))).toThrow('EEXIST')
  expect(() => makeFolder(join(dir, 'dangling', 'x'))).toThrow('EEXIST')
})

// Node's recursive mkdir never returns there.
it.skipIf(process.platform !== 'linux')('fails below /proc', () => {
  expect(() => makeFolder('/proc/x/y')).toThrow("ENOENT: no such file or directory, mkdir '/proc/x'")
})
