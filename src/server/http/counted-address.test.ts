import { expect, test } from 'vitest'
import { countedAddress, siteOf, withoutPort } from './counted-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '192.0.2.7'],
  ['64:ff9b::c000:208', '192.0.2.8'],
  ['64:ff9b:1::c000:208', '64:ff9b:1::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['nowhere', 'nowhere'],
])('%s is counted as %s', (raw, counted) => {
  expect(countedAddress(raw)).toBe(counted)
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8:2:2::1', '2001:db8:2::/48'],
  ['192.0.2.7', null],
  ['nowhere', null],
])('%s is of the site %s', (raw, site) => {
  expect(siteOf(countedAddress(raw))).toBe(site)
})

test.each([
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:db8::1]:50123', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['192.0.2.7', '192.0.2.7'],
  ['unknown', 'unknown'],
])('%s without its port is %s', (raw, bare) => {
  expect(withoutPort(raw)).toBe(bare)
})
