import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseEnvironment } from './environment.ts'
import { whyNoTiles } from './tiles-file.ts'

describe('the addresses of other servers, and of files in their place', () => {
  test.each([
    ...['https://me:secret@s.example', 'https://s.example/?key=1', 'https://s.example/public/v1?'].map(
      (url) => ['SERVICE_BASE_URL', url] as const,
    ),
    ...['photon+https://me:secret@x', 'nominatim+https://x/?key=1', 'photon+https://x/#'].map(
      (url) => ['GEOCODER_URL', url] as const,
    ),
    ...['https://x?key=1', 'https://x/#', 'https://me:secret@x'].map((url) => ['AWS_ENDPOINT_URL_S3', url] as const),
  ])('%s=%s is refused, because paths are added to it', (name, url) => {
    const others = {
      SERVICE_TOKEN: 't',
      LISTINGS_URL: 's3://homes',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
    }
    const refused = () => parseEnvironment({ ...others, SERVICE_BASE_URL: 'http://s.example', [name]: url })
    expect(refused).toThrow(new RegExp(`^${name}="[^"]+" should be an address such as .*, without a user`))
    expect(refused).not.toThrow('secret')
  })

  test.each([
    ['https://service.example', 'https://service.example/public/v1'],
    ['https://service.example/', 'https://service.example/public/v1'],
    ['https://service.example/public/v1/', 'https://service.example/public/v1'],
    ['https://gateway.example/stats/public/v1 ', 'https://gateway.example/stats/public/v1'],
  ])('the base URL for %s is %s', (SERVICE_BASE_URL, baseUrl) => {
    expect(parseEnvironment({ SERVICE_BASE_URL, SERVICE_TOKEN: 't' }).service).toMatchObject({
      baseUrl,
      token: 't',
      headers: {},
      reread: null,
    })
  })

  test.each([
    ['photon+https://photon.example', { kind: 'photon', url: 'https://photon.example' }],
    ['nominatim+http://127.0.0.1:8088/osm/', { kind: 'nominatim', url: 'http://127.0.0.1:8088/osm/' }],
  ])('GEOCODER_URL=%s names a geocoder', (GEOCODER_URL, geocoder) => {
    expect(parseEnvironment({ GEOCODER_URL }).geocoder).toEqual(geocoder)
  })

  test.each([
    ['clickhouse://a.example', { shards: [['http://a.example:8123']], username: 'default', database: 'default' }],
    ['clickhouses://u:p%40ss@a.example:9443,b/figures', { shards: [['https://a.example:9443', 'https://b:8443']] }],
    [
      'clickhouse://a,b;c,d:9/x',
      {
        shards: [
          ['http://a:8123', 'http://b:8123'],
          ['http://c:8123', 'http://d:9'],
        ],
      },
    ],
    ['clickhouses://u:p%40ss@a.example:9443,b/figures', { username: 'u', password: 'p@ss', database: 'figures' }],
  ])('FIGURES_URL=%s names servers', (FIGURES_URL, address) => {
    expect(parseEnvironment({ FIGURES_URL }).figuresUrl).toMatchObject(address)
  })

  test('a FIGURES_URL that cannot be read is refused without its password', () => {
    for (const url of [
      'http://a',
      'clickhouse://',
      'clickhouse://u:pass@a,/x',
      'clickhouse://u:pass@a;/x',
      'clickhouse://u:%zz@a',
      'clickhouse://a/x-y',
    ]) {
      expect(() => parseEnvironment({ FIGURES_URL: url })).toThrow('should be an address such as clickhouse://')
    }
    expect(() => parseEnvironment({ FIGURES_URL: 'clickhouse://u:secret@a/b/c' })).toThrow('clickhouse://…@a/b/c')
  })

  test('an address that cannot be read is refused without anything that may be its password', () => {
    const { accountsUrl } = parseEnvironment({ ACCOUNTS_URL: 'postgres://u:p%2F@db.example/sqm' })
    expect(accountsUrl).toMatchObject({ host: 'db.example', password: 'p/', database: 'sqm', tls: 'none' })
    for (const [name, url, shown] of [
      ['ACCOUNTS_URL', 'mysql://u:secret@db/sqm', 'mysql://…@db/sqm'],
      ['ACCOUNTS_URL', 'postgres://u:sec/ret@db/sqm', 'postgres://…@db/sqm'],
      ['ACCOUNTS_URL', 'postgres://u:s@ecret@db', 'postgres://…@db'],
      ['ACCOUNTS_URL', 'u:secret@db/sqm', '…@db/sqm'],
      ['ACCOUNTS_URL', 'postgres://db/sqm?user=u&password=secret', 'postgres://db/sqm?…'],
      ['METERING_URL', 'redis://:sec/ret@store', 'redis://…@store'],
    ] as const) {
      const refused = () => parseEnvironment({ [name]: url })
      expect(refused).toThrow(`${name}="${shown}" should be an address such as`)
      expect(refused).not.toThrow(/sec|ecret|ret@/)
    }
  })

  test('object storage has a bucket, a folder and the usual keys, which are never printed', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'AKIA1', AWS_SECRET_ACCESS_KEY: 'very-secret' }
    const read = (more: Record<string, string>) => parseEnvironment({ ...keys, ...more }).listingsUrl
    expect(read({ LISTINGS_URL: 's3://homes/es/all/', AWS_REGION: 'eu-west-1', AWS_SESSION_TOKEN: 't' })).toEqual({
      ...{ bucket: 'homes', prefix: 'es/all', endpoint: null, region: 'eu-west-1' },
      ...{ accessKeyId: 'AKIA1', secretAccessKey: 'very-secret', sessionToken: 't' },
    })
    expect(read({ LISTINGS_URL: 's3://homes', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' })).toMatchObject({
      ...{ prefix: '', endpoint: 'http://127.0.0.1:9000', region: 'us-east-1', sessionToken: null },
    })
    // They are other programs' variables where LISTINGS_URL is not set.
    expect(read({ AWS_ENDPOINT_URL_S3: 'nothing' })).toBeNull()
    for (const wrong of ['homes', 's3:/homes', 's3://Homes', 's3://homes/../x', 's3://homes/*', 's3://me:key@homes']) {
      expect(() => read({ LISTINGS_URL: wrong })).toThrow('should be an address such as s3://bucket/prefix')
    }
    const refused = (more: Record<string, string>) => {
      try {
        return String(parseEnvironment({ ...keys, LISTINGS_URL: 's3://homes', ...more }))
      } catch (error) {
        return String(error)
      }
    }
    expect(refused({ AWS_ACCESS_KEY_ID: '' })).toContain('needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
    expect(refused({ AWS_ENDPOINT_URL_S3: 'https://me:very-secret@x' })).toContain(
      'AWS_ENDPOINT_URL_S3="https://…@x" should be',
    )
    for (const wrong of [
      { AWS_ACCESS_KEY_ID: '' },
      { AWS_ENDPOINT_URL_S3: 'https://me:very-secret@x' },
      { PORT: 'x' },
    ]) {
      expect(refused(wrong)).not.toContain('very-secret')
    }
  })

  test('a basemap is an address or a file on this machine, and streets can be left out', () => {
    const basemap = (raw: Record<string, string>) => parseEnvironment(raw).basemap
    expect(basemap({ STREETS_URL: 'none' })).toEqual({ source: null, isShownAtOnce: false })
    expect(basemap({ STREETS_URL: 'none', BASEMAP_URL: 'https://tiles.example/style.json' })).toEqual({
      source: { kind: 'address', url: 'https://tiles.example/style.json' },
      isShownAtOnce: true,
    })
    const here = resolve('city.pmtiles')
    expect(parseEnvironment({ BASEMAP_URL: 'city.pmtiles' }, undefined, () => null).basemap).toEqual({
      source: { kind: 'file', path: here },
      isShownAtOnce: true,
    })
    expect(() => basemap({ BASEMAP_URL: 'city.pmtiles' })).toThrow(
      `BASEMAP_URL="${here}" should be a .pmtiles file: ENOENT`,
    )
    expect(whyNoTiles('src')).toMatch('EISDIR')
    expect(whyNoTiles('package.json')).toBe('it does not start with PMTiles')
    for (const wrong of ['tiles', 'city.json', 'ftp://x/city.pmtiles', 'https://me:secret@tiles.example/']) {
      expect(() => basemap({ BASEMAP_URL: wrong })).toThrow('BASEMAP_URL')
      expect(() => basemap({ STREETS_URL: wrong })).toThrow('STREETS_URL')
    }
  })
})
