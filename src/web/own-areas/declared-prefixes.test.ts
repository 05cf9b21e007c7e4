import { expect, it, vi } from 'vitest'
import { withDeclaredPrefixes } from './declared-prefixes.ts'

it('prefixes that a file uses and does not declare are declared', () => {
  const kml = '<?xml version="1.0"?><kml xmlns="a" xmlns:atom="b" xsi:schemaLocation="c"><gx:Track/><atom:link/></kml>'
  expect(withDeclaredPrefixes(kml)).toBe(
    kml.replace('<kml', '<kml xmlns:xsi="undeclared:xsi" xmlns:gx="undeclared:gx"'),
  )
})

it('thousands of prefixes are left undeclared, and the text is not searched for each of them', () => {
  const includes = vi.spyOn(String.prototype, 'includes')
  const text = `<kml>${Array.from({ length: 1_000 }, (_, index) => `<p${index}:a/>`).join('')}</kml>`
  const declared = withDeclaredPrefixes(text)
  const searches = includes.mock.calls.length
  includes.mockRestore()
  expect(declared).toBe(text)
  expect(searches).toBeLessThan(10)
})
