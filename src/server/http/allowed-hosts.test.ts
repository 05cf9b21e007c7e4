import { describe, expect, it } from 'vitest'
import { isAllowedHost } from './allowed-hosts.ts'

describe('a host', () => {
  it.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST.',
    'map.localhost:8080',
    '127.0.0.1:8080',
    '[::1]:8080',
    '10.1.2.3',
  ])('that no stranger can own is always allowed: %s', (host) => expect(isAllowedHost(host, [])).toBe(true))

  it.each([
    undefined,
    '',
    'rebound.example',
    'localhost.rebound.example:8080',
    'notlocalhost',
    '127.0.0.1.rebound.example',
    'rebound.example@localhost:80:80',
    'a b',
  ])('with another name is not: %s', (host) => expect(isAllowedHost(host, [])).toBe(false))

  it('is allowed by its full name, or as a subdomain of an allowed name', () => {
    const allowed = ['map.example', '.maps.example']
    const are = (hosts: readonly string[]) => hosts.map((host) => isAllowedHost(host, allowed))
    expect(are(['map.example', 'Map.Example:443', 'a.maps.example', 'b.a.maps.example'])).toEqual(Array(4).fill(true))
    expect(are(['www.map.example', 'maps.example', 'xmaps.example', 'example'])).toEqual(Array(4).fill(false))
  })

  it('may be any host when no names are set', () => {
    expect([isAllowedHost('rebound.example', null), isAllowedHost(undefined, null)]).toEqual([true, true])
  })
})
