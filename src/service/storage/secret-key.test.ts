import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSecretKey } from './secret-key.ts'

test('a key stays what it is, and what is in its place is named', () => {
  const dir = mkdtempSync(join(tmpdir(), 'secret-key-'))
  const file = join(dir, 'service', 'a-key')
  const key = openSecretKey(dir, 'a-key')
  expect(openSecretKey(dir, 'a-key')).toBe(key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  writeFileSync(file, 'no key')
  expect(() => openSecretKey(dir, 'a-key')).toThrow(`${file} should be 64 hexadecimal digits; remove it`)
  rmSync(file)
  mkdirSync(file)
  expect(() => openSecretKey(dir, 'a-key')).toThrow(`${file} cannot be read: EISDIR`)
  rmSync(dir, { recursive: true })
})
