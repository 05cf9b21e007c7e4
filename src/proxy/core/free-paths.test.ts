import { describe, expect, it } from 'vitest'
import { isFreePath } from './free-paths.ts'

describe('the paths passed on to the service', () => {
  it('are the free ones', () => {
    for (const path of ['/ping', '/openapi.yaml', '/coverage', '/geo', '/geo/search', '/geo/lookup', '/meta/filters']) {
      expect(isFreePath(path)).toBe(true)
    }
    expect(isFreePath('/geo/z1a2b3/hexes')).toBe(true)
  })

  it('are none that spend, tell of the account, or lead elsewhere', () => {
    const closed = ['', '/', '/stats/current', '/stats/history', '/usage', '/reports', '/geo/', '/geo/../usage/hexes']
    const odd = ['/geo/../hexes', '/geo/%2e%2e/hexes', '/geo//hexes', '/geo/a/b/hexes', '/geo/z1/hexes/', '//evil/geo']
    for (const path of [...closed, ...odd]) expect(isFreePath(path)).toBe(false)
  })
})
