import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openGeocoder } from './open-geocoder.ts'
import { openRemoteGeocoder } from './remote-geocoder.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let url: string
let asked: { url: URL; userAgent: string | undefined }[]
let answer: Answer

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ url: new URL(request.url ?? '', 'http://geocoder'), userAgent: request.headers['user-agent'] })
    answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const queries = () => asked.map((request) => request.url.searchParams.get('q'))

const json =
  (body: unknown): Answer =>
  (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }

/** Photon's response to "valencia". */
const PHOTON = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-68.0078, 10.1794] },
      properties: { osm_key: 'place', osm_value: 'city', name: 'Valencia', country: 'Venezuela', countrycode: 'VE' },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-0.3763, 39.4697] },
      properties: { osm_key: 'place', osm_value: 'city', name: 'València', country: 'España', countrycode: 'ES' },
    },
  ],
}

/** Nominatim's response to "valència" in Spain. */
const NOMINATIM = [
  {
    place_id: 258_600_000,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    lat: '39.4697065',
    lon: '-0.3763353',
    category: 'boundary',
    type: 'administrative',
    importance: 0.7,
    name: 'València',
    display_name: 'València, Comarca de València, Comunitat Valenciana, España',
    address: { city: 'València', country: 'España', country_code: 'es' },
    boundingbox: ['39.2', '39.6', '-0.43', '-0.27'],
  },
]

/** Longer than any response takes here, however busy the machine is. */
const limits = { timeoutMs: 60_000, pauseMs: 0 }
/** For responses that never end. */
const impatient = { ...limits, timeoutMs: 200 }

describe('Photon', () => {
  const photon = () => openRemoteGeocoder({ kind: 'photon', url }, limits)

  it('is queried for settlements, with this program as user agent', async () => {
    answer = json(PHOTON)
    expect(await photon().find('valencia', null)).toEqual({
      name: 'Valencia',
      country: 've',
      lat: 10.1794,
      lng: -68.0078,
    })
    const [request] = asked
    expect(request?.url.pathname).toBe('/api')
    expect(request?.url.searchParams.get('q')).toBe('valencia')
    expect(request?.url.searchParams.getAll('layer')).toContain('city')
    expect(request?.url.searchParams.getAll('layer')).not.toContain('street')
    expect(request?.userAgent).toMatch(/^squaremetre\/\d/)
  })

  it('results are filtered by the requested country', async () => {
    answer = json(PHOTON)
    expect(await photon().find('valencia', 'es')).toMatchObject({ name: 'València', country: 'es' })
    expect(await photon().find('valencia', 'pt')).toBeNull()
  })

  it('results without a name or country are ignored', async () => {
    answer = json({ features: [{ geometry: { coordinates: [1, 2] }, properties: { countrycode: 'ES' } }] })
    expect(await photon().find('valencia', null)).toBeNull()
    answer = json({ features: [{ geometry: { coordinates: [1, 2] }, properties: { name: 'Atlantis' } }] })
    expect(await photon().find('atlantis', null)).toBeNull()
  })
})

describe('Nominatim', () => {
  const nominatim = (base = url) => openRemoteGeocoder({ kind: 'nominatim', url: base }, limits)

  it('is queried for settlements in the country, below its own path', async () => {
    answer = json(NOMINATIM)
    const town = await nominatim(`${url}/osm/`).find('valència', 'es')
    expect(town).toEqual({ name: 'València', country: 'es', lat: 39.4697065, lng: -0.3763353 })
    expect(asked[0]?.url.pathname).toBe('/osm/search')
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
      q: 'valència',
      format: 'jsonv2',
      addressdetails: '1',
      featureType: 'settlement',
      limit: '1',
      countrycodes: 'es',
    })
  })

  it('results without a name, from older versions, take it from the display name', async () => {
    const [{ name, ...nameless }] = NOMINATIM as [(typeof NOMINATIM)[number]]
    answer = json([nameless])
    expect(await nominatim().find('valencia', null)).toMatchObject({ name })
    answer = json([])
    expect(await nominatim().find('nowhere', null)).toBeNull()
  })

  it('gets only so many requests at once', async () => {
    const open: ServerResponse[] = []
    answer = (_, response) => void open.push(response)
    const geocoder = openRemoteGeocoder({ kind: 'photon', url }, limits)
    const first = Array.from({ length: 64 }, (_, i) => geocoder.find(`town ${i}`, null))
    await expect(geocoder.find('one more', null)).rejects.toThrow('64 requests under way already')
    await expect.poll(() => open.length).toBe(64)
    for (const response of open) response.end('{"features":[]}')
    for (const found of first) expect(await found).toBeNull()
    answer = json({ features: [] })
    expect(await geocoder.find('one more', null)).toBeNull()
    geocoder.close()
  })

  it('is asked each question once, and again after a failure', async () => {
    answer = (_, response) => void response.writeHead(500).end()
    const geocoder = nominatim()
    await expect(geocoder.find('valencia', null)).rejects.toThrow('nominatim responded with status 500')
    answer = json(NOMINATIM)
    const same = ['valencia', 'VALENCIA', 'valencia'].map((query) => geocoder.find(query, null))
    expect((await Promise.all(same)).map((town) => town?.name)).toEqual(['València', 'València', 'València'])
    expect(queries().filter((query) => query === 'valencia')).toHaveLength(2)
  })
})

describe('a geocoder that fails', () => {
  const faults: Record<string, Answer> = {
    'with an error': (_, response) => void response.writeHead(503).end('{}'),
    'without a response': () => {},
    'with an endless response': (_, response) => void response.write('{"features":['),
    'with a body that is not JSON': (_, response) => void response.end('<html>'),
    'with JSON of another shape': json({ results: [] }),
    'with coordinates out of range': json({
      features: [{ geometry: { coordinates: [500, 2] }, properties: { name: 'A', countrycode: 'ES' } }],
    }),
    'with a body that is too long': (_, response) => void response.end(`[${' '.repeat(300_000)}]`),
    'with a redirect': (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'with a closed connection': (request) => void request.socket.destroy(),
  }

  it.each(Object.entries(faults))('%s rejects', async (name, fault) => {
    answer = fault
    const patience = /without|endless/.test(name) ? impatient : limits
    await expect(openRemoteGeocoder({ kind: 'photon', url }, patience).find('valencia', null)).rejects.toThrow()
  })

  it('is not asked again for a while where it fails for a plain query too', async () => {
    for (const fault of [json({}), faults['with an error'], faults['with a redirect']]) {
      const geocoder = openRemoteGeocoder({ kind: 'photon', url }, { ...limits, pauseMs: 60_000 })
      answer = fault as Answer
      await expect(geocoder.find('valencia', null)).rejects.toThrow()
      await expect(geocoder.find('bilbao', null)).rejects.toThrow('failed recently')
      expect(queries()).not.toContain('bilbao')
    }
  })

  it('is asked for other names where it failed for one alone', async () => {
    const geocoder = openRemoteGeocoder({ kind: 'photon', url }, { ...limits, pauseMs: 60_000 })
    const isOdd = (request: IncomingMessage) => request.url?.includes('odd') === true
    for (const [name, fault] of Object.entries(faults).filter(([name]) => !/without|endless/.test(name))) {
      answer = (request, response) => (isOdd(request) ? fault : json(PHOTON))(request, response)
      await expect(geocoder.find(`odd ${name}`, null), name).rejects.toThrow()
      expect(await geocoder.find(`valencia ${name}`, null), name).toMatchObject({ name: 'Valencia' })
    }
    answer = (_, response) => void response.writeHead(400).end('{}')
    await expect(geocoder.find("' or 1=1", null)).rejects.toThrow('status 400')
    answer = json(PHOTON)
    expect(await geocoder.find('valencia', null)).toMatchObject({ name: 'Valencia' })
  })

  it('is not asked again for a while once it wants fewer queries', async () => {
    const geocoder = openRemoteGeocoder({ kind: 'photon', url }, { ...limits, pauseMs: 60_000 })
    answer = (_, response) => void response.writeHead(429).end('{}')
    await expect(geocoder.find('valencia', null)).rejects.toThrow('status 429')
    await expect(geocoder.find('bilbao', null)).rejects.toThrow('failed recently')
    expect(queries()).not.toContain('bilbao')
  })

  it('finds nothing, and is logged without the query', async () => {
    answer = (_, response) => void response.writeHead(500).end()
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const geocoder = openGeocoder({ kind: 'photon', url }, log)
    expect(await geocoder.find('Yokohama', null)).toBeNull()
    expect(lines.join('')).toContain('photon responded with status 500')
    expect(lines.join('').toLowerCase()).not.toContain('yokohama')
    geocoder.close()
  })
})
