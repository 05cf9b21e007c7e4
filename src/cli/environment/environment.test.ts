import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clockOf, parseEnvironment } from './environment.ts'
import { UsageError } from './usage-error.ts'
import { variables } from './variables.ts'

describe('the environment', () => {
  test('has defaults for variables that are missing or empty', () => {
    const defaults = parseEnvironment({})
    expect(defaults).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      service: null,
      geocoder: null,
      ledgerUrl: null,
      figuresUrl: null,
      accountsUrl: null,
      meteringUrl: null,
      listingsUrl: null,
      plansFile: null,
      isDataDirSet: false,
      fixedNow: null,
      trustedProxies: [],
      spending: { mode: 'buy', reserve: 0, callsPerDay: null, callsPerAddress: null, callsPerSession: null },
      access: {
        trustedProxies: [],
        signIn: { kind: 'nobody asked' },
        allowedHosts: [],
        requestsPerMinute: 1_200,
        embedding: { origins: [], spendingOrigins: [] },
      },
      basemap: { source: { kind: 'address', url: 'https://tiles.openfreemap.org/planet' }, isShownAtOnce: false },
      metrics: null,
      drainSeconds: 0,
      logLevel: 'warn',
    })
    expect(
      parseEnvironment({ DATA_DIR: ' data ', PORT: ' 8080', HOST: ' ', SERVICE_BASE_URL: '', SERVICE_TOKEN: '' }),
    ).toEqual({ ...defaults, isDataDirSet: true })
  })

  test('names every invalid variable with its value and what is expected', () => {
    const wrong = {
      PORT: '80800',
      SERVICE_NOW: 'yesterday',
      LOG_LEVEL: 'loud',
      SERVICE_BASE_URL: 'ftp://x',
      GEOCODER_URL: 'https://photon.example',
    }
    expect(() => parseEnvironment(wrong)).toThrow(UsageError)
    for (const [name, value] of Object.entries(wrong)) {
      expect(() => parseEnvironment(wrong)).toThrow(`${name}="${value}" should be`)
    }
  })

  test.each([
    ['TRUSTED_PROXIES', '1', 'should be addresses or ranges'],
    ['TRUSTED_PROXIES', 'loopback 0.0.0.0/0', 'should not name all addresses'],
    ['HOST', '"127.0.0.1"', 'should be an address or a name of this machine'],
    ['HOST', '0.0.0.0:8080', 'should be an address or a name of this machine'],
    ['METRICS_HOST', 'http://localhost', 'should be an address or a name of this machine'],
    ['TRUSTED_PROXIES', '10/8', 'should be addresses or ranges'],
    ['TRUSTED_PROXIES', '::1, 010.0.0.1', 'should be addresses or ranges'],
    ['DATA_DIR', '~/x', 'a full path'],
    ['DATA_DIR', '$HOME/x', 'a full path'],
    ['DATA_DIR', '"/srv/homes"', 'quotation marks mean nothing'],
    ['PLANS_FILE', '~/plans.json', 'a full path'],
    ['PLANS_FILE', 's3://homes/plans.json', 'a file on this machine'],
    ['BASEMAP_URL', 'https://tiles.example/{z}/{x}/{y}.pbf', 'a TileJSON that names such tiles'],
    ['STREETS_URL', 'https://tiles.example/{z}/{x}/{y}.pbf', 'a TileJSON that names such tiles'],
    ['FIGURES_URL', 'clickhouse://a;a:8123/homes', 'each server once'],
    ['LISTINGS_URL', 's3://b/c', '3 to 63 lower-case letters'],
    ['SERVICE_BASE_URL', 'https://s.example/public/v1/coverage', 'end before the name of an endpoint'],
    ['SERVICE_BASE_URL', 'https://s.example/public/v1/stats/current/', 'end before the name of an endpoint'],
    ['SERVICE_NOW', '2018-12-15T08:00', 'with its time zone'],
    ['SERVICE_NOW', '1200-01-01', 'a day such as 2018-12-15'],
    ['GEOCODER_URL', 'photon+https://photon.example/api', 'end before api or search'],
    ['GEOCODER_URL', 'nominatim+https://osm.example/search/', 'end before api or search'],
    ['CALLS_PER_DAY', '1000000000', 'nine digits at most'],
    ['EMBED_SPENDING_ORIGINS', 'https://*.portal.example', 'any site could then spend'],
  ])('%s=%s could be taken for something else, and is refused', (name, value, expected) => {
    expect(() => parseEnvironment({ [name]: value })).toThrow(expected)
  })

  test.each([
    'Host',
    'authorization',
    'Sec-Fetch-Mode',
    'If-Range',
    'X-Request-Id',
    'CF-Connecting-IP',
    'X-Amzn-Trace-Id',
  ])('REQUIRED_HEADER=%s would let everybody in, and is refused', (REQUIRED_HEADER) => {
    expect(() => parseEnvironment({ REQUIRED_HEADER })).toThrow('is sent for everybody')
  })

  test.each([
    ['CALLS_PER_DAYS', 'CALLS_PER_DAY'],
    ['CALLS_PER_ADRESS_PER_DAY', 'CALLS_PER_ADDRESS_PER_DAY'],
    ['SIGNIN_PASSWORD', 'SIGN_IN_PASSWORD'],
    ['sign_in_password', 'SIGN_IN_PASSWORD'],
    ['SERVICE_BASEURL', 'SERVICE_BASE_URL'],
    ['REQUIRED_HEADERS', 'REQUIRED_HEADER'],
    ['SERVICE_URL', 'SERVICE_BASE_URL'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ])('%s is refused where %s is meant', (name, setting) => {
    expect(() => parseEnvironment({ [name]: '1' })).toThrow(`${name} is not a setting; ${setting} is.`)
  })

  test.each([
    'AWS_ENDPOINT_URL',
    'LOGLEVEL',
    'DATADIR',
    'KUBERNETES_SERVICE_HOST',
    'POSTGRES_URL',
    'REDIS_URL',
    'SERVICE_NAME',
    'SERVICE_NODE',
  ])('%s belongs to another program, and is left alone', (name) => {
    expect(() => parseEnvironment({ [name]: '1' })).not.toThrow()
  })

  test.each(['-1', '8080.5', '0x50', 'http'])('PORT="%s" is refused', (PORT) => {
    expect(() => parseEnvironment({ PORT })).toThrow('from 0 to 65535')
  })

  test('metrics are served if METRICS_PORT is set, by default on this machine only', () => {
    expect(parseEnvironment({ METRICS_PORT: '9464' }).metrics).toEqual({
      host: '127.0.0.1',
      port: 9464,
      allowedHosts: ['127.0.0.1'],
    })
    const named = { METRICS_PORT: '0', METRICS_HOST: '::1', ALLOWED_HOSTS: 'metrics.example' }
    expect(parseEnvironment(named).metrics).toEqual({ host: '::1', port: 0, allowedHosts: ['metrics.example', '::1'] })
    expect(parseEnvironment({ ...named, ALLOWED_HOSTS: '*' }).metrics?.allowedHosts).toBeNull()
  })

  test('trusted proxies are addresses, ranges or named ranges', () => {
    const { trustedProxies } = parseEnvironment({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8 2001:db8::1' })
    expect(trustedProxies).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1'])
    for (const TRUSTED_PROXIES of ['everybody', '10.0.0.0/64', '10.0.0']) {
      expect(() => parseEnvironment({ TRUSTED_PROXIES })).toThrow('should be addresses or ranges such as 10.0.0.0/8')
    }
  })

  test('a page served on this machine only accepts no other host names, unless they are set', () => {
    const hosts = (raw: Record<string, string>) => parseEnvironment(raw).access.allowedHosts
    for (const HOST of ['localhost', '127.0.0.1', '::1']) expect(hosts({ HOST })).toEqual([])
    expect(hosts({ HOST: '0.0.0.0' })).toBeNull()
    expect(hosts({ TRUSTED_PROXIES: 'loopback' })).toBeNull()
    expect(hosts({ HOST: '0.0.0.0', ALLOWED_HOSTS: 'Map.example, .maps.example' })).toEqual([
      'map.example',
      '.maps.example',
    ])
    expect(hosts({ ALLOWED_HOSTS: '*' })).toBeNull()
    for (const ALLOWED_HOSTS of ['https://map.example', 'map.example:8080', 'map..example']) {
      expect(() => hosts({ ALLOWED_HOSTS })).toThrow('should be names such as map.example')
    }
  })

  test('a shared ledger has an address, whose password is never printed', () => {
    expect(parseEnvironment({ LEDGER_URL: 'redis://store.example/2' }).ledgerUrl).toBe('redis://store.example/2')
    expect(() => parseEnvironment({ LEDGER_URL: 'http://me:secret@store' })).toThrow(
      'should be an address such as redis://',
    )
    expect(() => parseEnvironment({ LEDGER_URL: 'http://me:secret@store' })).not.toThrow('secret')
  })

  test('the guards on spending are read and checked', () => {
    const { spending } = parseEnvironment({
      SPENDING_MODE: 'ask',
      RESERVED_CALLS: '100',
      CALLS_PER_DAY: '500',
      CALLS_PER_ADDRESS_PER_DAY: '50',
      CALLS_PER_SESSION_PER_DAY: '0',
    })
    expect(spending).toEqual({ mode: 'ask', reserve: 100, callsPerDay: 500, callsPerAddress: 50, callsPerSession: 0 })
    expect(() => parseEnvironment({ SPENDING_MODE: 'free' })).toThrow('should be one of buy, ask, held-only')
    for (const CALLS_PER_DAY of ['-1', '1.5', 'many']) {
      expect(() => parseEnvironment({ CALLS_PER_DAY })).toThrow('should be a whole number such as 500')
    }
  })

  test('sign-in is by a password or by a trusted proxy’s header', () => {
    const readFile = (path: string) => `secret in ${path}\n`
    const signIn = (raw: Record<string, string>) => parseEnvironment(raw, readFile).access.signIn
    expect(signIn({ SIGN_IN_PASSWORD: 'p' })).toEqual({ kind: 'password', password: 'p' })
    expect(signIn({ SIGN_IN_PASSWORD_FILE: '/run/p' })).toEqual({ kind: 'password', password: 'secret in /run/p' })
    const header = { REQUIRED_HEADER: 'X-Forwarded-User', TRUSTED_PROXIES: 'loopback' }
    expect(signIn(header)).toEqual({ kind: 'header', name: 'X-Forwarded-User' })
    expect(() => signIn({ REQUIRED_HEADER: 'X-Forwarded-User' })).toThrow('needs TRUSTED_PROXIES')
    expect(() => signIn({ ...header, REQUIRED_HEADER: 'a header' })).toThrow('should be the name of a header')
    expect(() => signIn({ ...header, SIGN_IN_PASSWORD: 'p' })).toThrow('not both')
    for (const blank of ['', ' ', '\t\n']) {
      expect(() => signIn({ SIGN_IN_PASSWORD: blank })).toThrow('SIGN_IN_PASSWORD is set but blank')
      expect(() => signIn({ SIGN_IN_PASSWORD_FILE: blank })).toThrow('SIGN_IN_PASSWORD_FILE is set but blank')
      expect(() => signIn({ REQUIRED_HEADER: blank })).toThrow('REQUIRED_HEADER is set but blank')
      const blankFile = () => parseEnvironment({ SIGN_IN_PASSWORD_FILE: '/run/p' }, () => blank)
      expect(blankFile).toThrow('should be a file that contains the password; it is blank')
    }
    expect(parseEnvironment({ REQUESTS_PER_MINUTE: '0' }).access.requestsPerMinute).toBeNull()
  })

  test('the drain has an upper bound', () => {
    expect(parseEnvironment({ DRAIN_SECONDS: '15' }).drainSeconds).toBe(15)
    for (const DRAIN_SECONDS of ['301', '-1', '1.5']) {
      expect(() => parseEnvironment({ DRAIN_SECONDS })).toThrow('should be a whole number from 0 to 300')
    }
  })

  test('a token can be in a file', () => {
    const settings = { SERVICE_BASE_URL: 'http://service.example', SERVICE_TOKEN_FILE: '/run/secrets/token' }
    const readFile = () => 'svc_live_ro_1\n'
    expect(parseEnvironment(settings, readFile).service?.token).toBe('svc_live_ro_1')
    expect(() => parseEnvironment({ ...settings, SERVICE_TOKEN: 't' }, readFile)).toThrow('not both')
    expect(() => parseEnvironment({ ...settings, SERVICE_TOKEN_FILE: '/nowhere' })).toThrow(
      'SERVICE_TOKEN_FILE="/nowhere" should be a file that contains the token: ENOENT',
    )
  })

  test('token and headers are read again from their files, and not from variables', () => {
    let token = 'svc_live_ro_1'
    const readFile = () => token
    const service = { SERVICE_BASE_URL: 'http://service.example', SERVICE_HEADERS: 'X-Api-Key: k' }
    const fromFile = parseEnvironment({ ...service, SERVICE_TOKEN_FILE: '/run/t' }, readFile).service
    token = 'svc_live_ro_2'
    expect(fromFile?.reread?.()).toEqual({ token: 'svc_live_ro_2', headers: { 'x-api-key': 'k' } })
    token = ''
    expect(() => fromFile?.reread?.()).toThrow('SERVICE_TOKEN_FILE="/run/t" should be a file that contains the token')
    expect(parseEnvironment({ ...service, SERVICE_TOKEN: 't' }, readFile).service?.reread).toBeNull()
  })

  test('headers for a gateway are read from a variable or a file', () => {
    const service = { SERVICE_BASE_URL: 'http://service.example', SERVICE_TOKEN: 't' }
    const headers = (SERVICE_HEADERS: string) => parseEnvironment({ ...service, SERVICE_HEADERS }).service?.headers
    expect(headers('X-Api-Key: a=b:c')).toEqual({ 'x-api-key': 'a=b:c' })
    expect(headers('CF-Access-Client-Id:1 , X-Auth: Basic dTpw')).toEqual({
      'cf-access-client-id': '1',
      'x-auth': 'Basic dTpw',
    })
    const inFile = { ...service, SERVICE_HEADERS_FILE: '/run/h' }
    expect(parseEnvironment(inFile, () => 'A: 1\r\nB: 2\n').service?.headers).toEqual({ a: '1', b: '2' })
    expect(() => parseEnvironment({ SERVICE_HEADERS: 'A: 1' })).toThrow(
      'SERVICE_HEADERS is set but SERVICE_BASE_URL is not',
    )
  })

  test('a service can be reached through an HTTP proxy, whose password no error repeats', () => {
    const service = { SERVICE_BASE_URL: 'http://service.example', SERVICE_TOKEN: 't' }
    const SERVICE_PROXY_URL = 'http://user:secret@proxy.example:3128'
    expect(parseEnvironment({ ...service, SERVICE_PROXY_URL }).service?.outboundProxy).toBe(SERVICE_PROXY_URL)
    expect(() => parseEnvironment({ SERVICE_PROXY_URL })).toThrow(
      'SERVICE_PROXY_URL is set but SERVICE_BASE_URL is not',
    )
    for (const wrong of ['user:secret@proxy.example:3128', 'socks5://user:secret@proxy', `${SERVICE_PROXY_URL}/x?y`]) {
      const parse = () => parseEnvironment({ ...service, SERVICE_PROXY_URL: wrong })
      expect(parse).toThrow('should be the address of an HTTP proxy')
      expect(parse).not.toThrow('secret')
    }
  })

  test.each([
    ['secret-key', 'entry 1 is not like that'],
    ['X-Api-Key: 1, secret-key', 'entry 2 is not like that'],
    ['X-Api-Key: "secret-key"', 'entry 1 is not like that'],
    ['X Api Key: secret-key', 'entry 1 is not like that'],
    ['X-Api-Key:', 'entry 1 is not like that'],
    ['Authorization: Basic secret-key', 'names Authorization, which is not free'],
    ['Idempotency-Key: secret-key', 'names Idempotency-Key, which is not free'],
    ['Proxy-Authorization: secret-key', 'names Proxy-Authorization, which is not free'],
    ['X-Api-Key: secret-key, x-api-key: 2', 'names x-api-key twice'],
  ])('SERVICE_HEADERS that are not headers for a gateway are refused without their values', (SERVICE_HEADERS, why) => {
    const parse = () => parseEnvironment({ SERVICE_BASE_URL: 'http://s.example', SERVICE_TOKEN: 't', SERVICE_HEADERS })
    expect(parse).toThrow(why)
    expect(parse).not.toThrow('secret')
  })

  test.each(['2018-13-01', '2018-02-30', '2019-02-29T08:00:00Z', '2018-12', '12/15/2018', '2018-12-15T99:00:00Z'])(
    'SERVICE_NOW="%s" is refused',
    (SERVICE_NOW) => {
      expect(() => parseEnvironment({ SERVICE_NOW })).toThrow('a day such as 2018-12-15')
    },
  )

  test('the address of a service without its token is refused, and vice versa', () => {
    expect(() => parseEnvironment({ SERVICE_TOKEN: 'secret' })).toThrow('SERVICE_BASE_URL is not')
    expect(() => parseEnvironment({ SERVICE_BASE_URL: 'http://service.example' })).toThrow('SERVICE_TOKEN is not')
  })

  test('an error never repeats the token', () => {
    expect(() => parseEnvironment({ SERVICE_TOKEN: 'secret' })).not.toThrow('secret')
    for (const token of ['Bearer secret', '"secret"', "'secret'", 'secret\nCopy it now', 'secr\u00e9t']) {
      const service = { SERVICE_BASE_URL: 'http://service.example' }
      const inVariable = () => parseEnvironment({ ...service, SERVICE_TOKEN: token })
      expect(inVariable).toThrow('SERVICE_TOKEN should contain the token alone')
      expect(inVariable).not.toThrow(/secr[eé]t/)
      const inFile = () => parseEnvironment({ ...service, SERVICE_TOKEN_FILE: '/run/t' }, () => token)
      expect(inFile).toThrow('SERVICE_TOKEN_FILE="/run/t" should contain the token alone')
    }
  })

  test('SERVICE_NOW stops the clock, which otherwise runs', () => {
    const now = clockOf(parseEnvironment({ SERVICE_NOW: '2018-12-15' }))
    now().setFullYear(1999)
    expect(now().toISOString()).toBe('2018-12-15T00:00:00.000Z')
    expect(clockOf(parseEnvironment({}))().getTime()).toBeGreaterThan(Date.parse('2026-01-01'))
  })

  test('origins that may embed the page are read whole, and those that may spend may embed it, too', () => {
    const { access } = parseEnvironment({
      EMBED_ORIGINS: 'https://blog.example, http://localhost:8000',
      EMBED_SPENDING_ORIGINS: 'https://portal.example',
    })
    expect(access.embedding).toEqual({
      origins: ['https://blog.example', 'http://localhost:8000', 'https://portal.example'],
      spendingOrigins: ['https://portal.example'],
    })
    expect(parseEnvironment({ EMBED_ORIGINS: '*' }).access.embedding.origins).toEqual(['*'])
  })

  test.each([
    ['EMBED_ORIGINS', 'blog.example'],
    ['EMBED_ORIGINS', 'https://blog.example/'],
    ['EMBED_ORIGINS', "https://blog.example; script-src 'unsafe-inline'"],
    ['EMBED_ORIGINS', 'ftp://blog.example'],
    ['EMBED_SPENDING_ORIGINS', '*'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => parseEnvironment({ [name]: value })).toThrow(`${name}="${value}" should be origins such as`)
  })

  test('.env.example names exactly the variables that are read', () => {
    const file = readFileSync('.env.example', 'utf8')
    const named = [...file.matchAll(/^#?([A-Z0-9_]+)=/gm)].map((match) => match[1])
    expect(named.sort()).toEqual(Object.keys(variables.shape).sort())
  })
})
