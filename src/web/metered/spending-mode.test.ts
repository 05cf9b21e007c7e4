import { expect, test, vi } from 'vitest'
import { SPENDING_MODES } from '../../contract/proxy-api.ts'
import { spendingSetting } from '../state/device/spending-choice.ts'
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
  const kept = (value: string | null) => vi.stubGlobal('window', { localStorage: { getItem: () => value } })
  for (const [value, choice] of [
    ['ask', 'ask'],
    ['everything', 'buy'],
    [null, 'buy'],
  ] as const) {
    kept(value)
    expect(spendingSetting.read()).toBe(choice)
  }
  vi.unstubAllGlobals()
})
