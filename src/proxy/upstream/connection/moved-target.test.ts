import { describe, expect, it } from 'vitest'
import { movedTarget } from './moved-target.ts'

const TARGET = '/public/v1/stats/current?h3=613196570331971583&res=8'

function moved(location: string | undefined, { base = 'http://gate.example:8080/public/v1', status = 308 } = {}) {
  const headers = location === undefined ? {} : { location }
  return movedTarget({ status, headers: headers as Record<string, string> }, TARGET, {
    base: new URL(base),
    from: TARGET,
  })
}

describe('a redirect', () => {
  const query = TARGET.slice(TARGET.indexOf('?'))
  it.each([
    ['to a slash at the end', `/public/v1/stats/current/${query}`, `/public/v1/stats/current/${query}`],
    ['that leaves the query out', 'current/', `/public/v1/stats/current/${query}`],
    ['to another base', `http://gate.example:8080/v1.2/stats/current${query}`, `/v1.2/stats/current${query}`],
  ])('%s is followed with the request’s own query', (_, location, expected) => {
    for (const status of [301, 302, 303, 307, 308]) expect(moved(location, { status })).toBe(expected)
  })

  it('to http on the same host is followed over TLS', () => {
    const location = `http://gate.example/public/v1/stats/current/${query}`
    expect(moved(location, { base: 'https://gate.example/public/v1' })).toBe(`/public/v1/stats/current/${query}`)
  })

  it.each([
    ['to another host', `http://other.example:8080/public/v1/stats/current/${query}`],
    ['to another port', `http://gate.example/public/v1/stats/current/${query}`],
    ['from http to https', `https://gate.example:8080${TARGET}`],
    ['to a name that only begins alike', '//gate.example:8080@other.example/public/v1/stats/current'],
    ['to another endpoint', '/public/v1/usage'],
    ['to a page', '/'],
    ['to where it comes from', TARGET],
    ['to no address', 'http://['],
    ['without a target', undefined],
  ])('%s is not followed', (_, location) => expect(moved(location)).toBeNull())
})
