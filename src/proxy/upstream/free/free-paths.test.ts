import { describe, expect, it } from 'vitest'
import { isFreePath } from './free-paths.ts'

describe('the paths passed on to the service', () => {
  it('are the free ones', () => {
    for (const path of ['/ping', '/openapi.yaml', '/coverage', '/geo', '/geo/search', '/geo/lookup', '/meta/filters']) {
      expect(isFreePath(path)).toBe(true)
    }
    for (const id of ['z1a2b3', 'es%2FMadrid%20Centro', 'caf%C3%A9', 'es.md:28~1'])
      expect(isFreePath(`/geo/${id}/hexes`)).toBe(true)
  })

  it('exclude those that spend, reveal the account, or lead elsewhere', () => {
    const closed = ['', '/', '/stats/current', '/stats/history', '/usage', '/reports', '/geo/', '/geo/../usage/hexes']
    const odd = ['/geo/../hexes', '/geo/%2e%2e/hexes', '/geo//hexes', '/geo/a/b/hexes', '/geo/z1/hexes/', '//evil/geo']
    const escaped = [
      '%2e%2e%2fusage',
      'a%2F..%2Fb',
      'a%5C..%5Cb',
      '%252e%252e%252fusage',
      'a%0d%0ab',
      '%20',
      '%',
      '%ff',
    ]
    for (const path of [...closed, ...odd, ...escaped.map((id) => `/geo/${id}/hexes`)])
      expect(isFreePath(path)).toBe(false)
  })
})
