import { expect, test } from 'vitest'
import { refusalOf } from './frame-messages.ts'

test('a message that holds itself, or what no JSON can, is refused in words', () => {
  const message: Record<string, unknown> = { squaremetre: 'show' }
  message.address = { size: 10n, message }
  expect(refusalOf(message)).toBe(
    "Expected { squaremetre: 'show', address: '?at=…' }, found { squaremetre: 'show', address: object }.",
  )
  expect(refusalOf({ squaremetre: null, address: 'x'.repeat(9_000) })).toContain(`address: '${'x'.repeat(60)}' }`)
})
