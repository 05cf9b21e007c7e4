import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clockOf, parseEnvironment } from './environment.ts'
import { UsageError } from './usage-error.ts'

describe('the environment', () => {
  test('an empty one gives the defaults, and so do empty variables', () => {
    const defaults = parseEnvironment({})
    expect(defaults).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      service: null,
      fixedNow: null,
      logLevel: 'warn',
    })
    expect(parseEnvironment({ PORT: '', HOST: ' ', SERVICE_BASE_URL: '', SERVICE_TOKEN: '' })).toEqual(defaults)
  })

  test('every wrong variable is named with its value and what would be right', () => {
    const wrong = { PORT: '80800', SERVICE_NOW: 'yesterday', LOG_LEVEL: 'loud', SERVICE_BASE_URL: 'ftp://x' }
    expect(() => parseEnvironment(wrong)).toThrow(UsageError)
    for (const [name, value] of Object.entries(wrong)) {
      expect(() => parseEnvironment(wrong)).toThrow(`${name}="${value}" should be`)
    }
  })

  test.each(['-1', '8080.5', '0x50', 'http'])('PORT="%s" is refused', (PORT) => {
    expect(() => parseEnvironment({ PORT })).toThrow('from 0 to 65535')
  })

  test.each(['2018-13-01', '2018-12', '12/15/2018', '2018-12-15T99:00:00Z'])(
    'SERVICE_NOW="%s" is refused',
    (SERVICE_NOW) => {
      expect(() => parseEnvironment({ SERVICE_NOW })).toThrow('a day such as 2018-12-15')
    },
  )

  test('the address of a service without its token is refused, and the other way round', () => {
    expect(() => parseEnvironment({ SERVICE_TOKEN: 'secret' })).toThrow('SERVICE_BASE_URL is not')
    expect(() => parseEnvironment({ SERVICE_BASE_URL: 'http://service.example' })).toThrow('SERVICE_TOKEN is not')
  })

  test('an error never repeats the token', () => {
    expect(() => parseEnvironment({ SERVICE_TOKEN: 'secret' })).not.toThrow('secret')
  })

  test.each([
    ['https://service.example', 'https://service.example/public/v1'],
    ['https://service.example/', 'https://service.example/public/v1'],
    ['https://service.example/public/v1/', 'https://service.example/public/v1'],
    ['https://gateway.example/homes/public/v1', 'https://gateway.example/homes/public/v1'],
  ])('a service at %s is asked at %s', (SERVICE_BASE_URL, baseUrl) => {
    expect(parseEnvironment({ SERVICE_BASE_URL, SERVICE_TOKEN: 't' }).service).toEqual({ baseUrl, token: 't' })
  })

  test('SERVICE_NOW stops the clock, and without it the clock runs', () => {
    const now = clockOf(parseEnvironment({ SERVICE_NOW: '2018-12-15' }))
    now().setFullYear(1999)
    expect(now().toISOString()).toBe('2018-12-15T00:00:00.000Z')
    expect(clockOf(parseEnvironment({}))().getTime()).toBeGreaterThan(Date.parse('2026-01-01'))
  })

  test('.env.example names exactly the variables that are read', () => {
    const file = readFileSync('.env.example', 'utf8')
    const named = [...file.matchAll(/^#?([A-Z_]+)=/gm)].map((match) => match[1])
    const source = readFileSync('src/cli/environment.ts', 'utf8')
    const read = [...source.matchAll(/^ {2}([A-Z_]+): z/gm)].map((match) => match[1])
    expect(named.sort()).toEqual(read.sort())
    expect(read.length).toBe(7)
  })
})
