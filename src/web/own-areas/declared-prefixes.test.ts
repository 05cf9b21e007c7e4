import { expect, it } from 'vitest'
import { withDeclaredPrefixes } from './declared-prefixes.ts'

it('prefixes that a file uses and does not declare are declared', () => {
  const kml = '<?xml version="1.0"?><kml xmlns="a" xmlns:atom="b" xsi:schemaLocation="c"><gx:Track/><atom:link/></kml>'
  expect(withDeclaredPrefixes(kml)).toBe(
    kml.replace('<kml', '<kml xmlns:xsi="undeclared:xsi" xmlns:gx="undeclared:gx"'),
  )
})
