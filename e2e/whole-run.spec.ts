import { expect, test } from '@playwright/test'
import { readRunRecord, secretOf } from './shared/run-record.ts'

test('no response or log line of any journey contains a token', () => {
  const record = readRunRecord()
  expect(record.tokens.length).toBeGreaterThan(1)
  expect(record.paths.length).toBeGreaterThan(500)
  expect(record.printed).toContain('"route":"/api/purchases"')
  for (const token of record.tokens) {
    const secret = secretOf(token)
    expect(secret).toMatch(/^[\w-]{20,}$/)
    expect(record.pathsHolding(secret)).toEqual([])
    expect(record.printed).not.toContain(secret)
  }
})
