import { z } from 'zod'

/** A populated place of the world that a text may name, whether or not the service has figures there. */
export const knownPlace = z.object({
  name: z.string(),
  /** Lower-case alpha-2. */
  country: z.string(),
  lat: z.number(),
  lng: z.number(),
  population: z.number(),
  /** Its names in all languages, folded. */
  names: z.array(z.string()),
  /** How the text names it. */
  match: z.enum(['exact', 'context', 'similar']),
})
export type KnownPlace = z.infer<typeof knownPlace>

/** An airport that a text names: by its code, or by words of its name. */
export const knownAirport = z.object({
  code: z.string(),
  name: z.string(),
  /** Lower-case alpha-2. */
  country: z.string(),
  lat: z.number(),
  lng: z.number(),
  /** Whether the text is its code, or its whole name apart from its town and words such as "airport". */
  is_whole: z.boolean(),
})
export type KnownAirport = z.infer<typeof knownAirport>

/** `GET /api/known-places?q=&country=` */
export const knownPlaces = z.object({ places: z.array(knownPlace), airports: z.array(knownAirport) })
export type KnownPlaces = z.infer<typeof knownPlaces>

/** `GET /api/known-places/near?lat=&lng=&countries=`: larger places around a point, the nearest first. */
export const nearPlaces = z.object({
  places: z.array(knownPlace.pick({ name: true, country: true, lat: true, lng: true })),
})
export type NearPlaces = z.infer<typeof nearPlaces>
