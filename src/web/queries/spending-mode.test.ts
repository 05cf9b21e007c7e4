import { expect, test } from 'vitest'
import { SPENDING_MODES } from '../../contract/proxy-api.ts'
import { readSpendingChoice } from '../state/spending-choice.ts'
import { stricterMode } from './spending-mode.ts'

test('the stricter mode wins, no matter who set it', () => {
  for (const a of SPENDING_MODES) {
    expect(stricterMode(a, 'buy')).toBe(a)
    expect(stricterMode(a, 'held-only')).toBe('held-only')
    for (const b of SPENDING_MODES) expect(stricterMode(a, b)).toBe(stricterMode(b, a))
  }
  expect(stricterMode('ask', 'buy')).toBe('ask')
})

test('a choice is read from the device, and any other value counts as none', () => {
  expect(readSpendingChoice({ getItem: () => 'ask' })).toBe('ask')
  expect(readSpendingChoice({ getItem: () => 'everything' })).toBe('buy')
  expect(readSpendingChoice({ getItem: () => null })).toBe('buy')
  const forbidden = () => {
    throw new Error('storage is blocked')
  }
  expect(readSpendingChoice({ getItem: forbidden })).toBe('buy')
})
