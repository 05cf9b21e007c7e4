import { z } from 'zod'
import type { GeocoderKind } from './geocoder.ts'

const latitude = z.coerce.number().min(-90).max(90)
const longitude = z.coerce.number().min(-180).max(180)

const photonAnswer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([longitude, latitude]) }),
      properties: z.object({ name: z.string().optional(), countrycode: z.string().optional() }),
    }),
  ),
})
const nominatimAnswer = z.array(
  z.object({
    lat: latitude,
    lon: longitude,
    name: z.string().optional(),
    display_name: z.string(),
    address: z.object({ country_code: z.string().optional() }).optional(),
  }),
)

/** A settlement in a geocoder's response; `country` is an alpha-2 code in upper or lower case. */
export interface Found {
  readonly name: string | undefined
  readonly country: string | undefined
  readonly lat: number
  readonly lng: number
}

/** How many results to request from Photon, which cannot filter by country. */
const PHOTON_LIMIT = 20

/** How to ask a kind of geocoder for a settlement, and how to read its response. */
interface Dialect {
  path: string
  parameters(query: string, country: string | null): [name: string, value: string][]
  read(body: unknown): Found[]
}

/** Photon 0.4 or newer; Nominatim 3.3 or newer. */
export const DIALECTS: Readonly<Record<GeocoderKind, Dialect>> = {
  photon: {
    path: 'api',
    parameters: (q, country) => [
      ['q', q],
      ['limit', String(country === null ? 1 : PHOTON_LIMIT)],
      ...['locality', 'district', 'city', 'county', 'state'].map((layer): [string, string] => ['layer', layer]),
    ],
    read: (body) =>
      photonAnswer.parse(body).features.map(({ geometry, properties }) => {
        const [lng, lat] = geometry.coordinates
        return { name: properties.name, country: properties.countrycode, lat, lng }
      }),
  },
  nominatim: {
    path: 'search',
    parameters: (q, country) => [
      ['q', q],
      ['format', 'jsonv2'],
      ['addressdetails', '1'],
      ['featureType', 'settlement'],
      ['limit', '1'],
      ...(country === null ? [] : [['countrycodes', country] as [string, string]]),
    ],
    read: (body) =>
      nominatimAnswer.parse(body).map(({ name, display_name, address, lat, lon }) => ({
        name: name || display_name.split(',')[0],
        country: address?.country_code,
        lat,
        lng: lon,
      })),
  },
}
