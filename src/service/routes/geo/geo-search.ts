import { z } from '@hono/zod-openapi'
import {
  DEFAULT_RESOLUTION,
  SEARCH_LIMIT_DEFAULT,
  SEARCH_LIMIT_MAX,
  SEARCH_MIN_CHARACTERS,
} from '../../../contract/limits.ts'
import { type SearchResponse, searchResponse } from '../../../contract/service/geo.ts'
import { foldName } from '../../../domain/names/fold-name.ts'
import { nextTurn } from '../../../server/work/turns.ts'
import { endpoint, type ServiceApp } from '../../requests/endpoint.ts'
import { countryCode, wholeNumber, zoneLevel } from '../../requests/parameters.ts'
import { Refusal } from '../../requests/refusal.ts'
import type { ServiceDeps } from '../../requests/service-env.ts'
import { SUGGESTION_SCORE, SUGGESTIONS, searchPlaces } from '../../search/search-places.ts'
import { pointAt } from './point-object.ts'
import { zoneRows } from './zone-row.ts'

const route = endpoint({
  path: '/geo/search',
  summary: 'Finds zones by name, best match first; returns a point when no zone but a town has the name.',
  description: `There are three kinds of miss. A name that exists only in another country or at another level returns an
empty list. A name that no zone has but GeoNames or the operator's geocoder knows returns one point,
unless \`level\` is sent. Any other name is refused with \`unknown_place\`, with suggestions in \`did_you_mean\`. A country
without named places is refused with \`not_covered\`, whatever the name. Fewer than ${SEARCH_MIN_CHARACTERS} characters return
an empty list; letters count without their marks, and punctuation does not count.

Ranking: the name itself, in any language that GeoNames has; then a name with words that say where ("gracia barcelona",
"springfield il"); then names that begin with the query or have a word that does; then names that one typing error turns into
the query, or two in eight letters and more. Among zones of one name, those with figures come first, then larger ones. A town
that is not a zone comes before zones with a name that is less similar. Names are suggested from a likeness of ${SUGGESTION_SCORE}, at most ${SUGGESTIONS} times.`,
  group: 'metadata',
  query: z.object({
    q: z
      .string()
      .max(200, 'should be at most 200 characters')
      .openapi({ description: 'Case and diacritics are ignored.' }),
    country: countryCode.optional(),
    level: zoneLevel.optional(),
    limit: wholeNumber
      .optional()
      .openapi({ type: 'integer', default: SEARCH_LIMIT_DEFAULT, maximum: SEARCH_LIMIT_MAX }),
  }),
  params: z.object({}),
  answer: searchResponse,
  refusals: ['missing_parameter', 'invalid_parameter', 'unknown_place', 'not_covered'],
})

type SearchQuery = z.output<typeof route.request.query>

export function addGeoSearch(app: ServiceApp, deps: ServiceDeps): void {
  app.openapi(route, async (c) => c.json(await search(deps, c.req.valid('query'), c.req.raw.signal), 200))
}

async function search(deps: ServiceDeps, query: SearchQuery, signal: AbortSignal): Promise<SearchResponse> {
  const { q, country, level, limit = SEARCH_LIMIT_DEFAULT } = query
  const asked = q.normalize('NFC').trim()
  if (Math.min([...asked].length, [...foldName(asked)].length) < SEARCH_MIN_CHARACTERS) return { results: [] }
  const world = await deps.world()
  // Comparing a misspelt name takes some milliseconds, so it has a turn of its own.
  await nextTurn(signal)
  const book = deps.places.current()
  const wanted = { q: asked, country: country ?? null, level: level ?? null }
  const size = Math.min(SEARCH_LIMIT_MAX, Math.max(1, limit))
  const outcome = await searchPlaces(
    {
      ...book,
      world,
      hasFigures: async (geoId) => (await deps.signals.of(book, geoId)).current_period !== null,
    },
    { ...wanted, limit: size },
    deps.geocoder,
  )
  switch (outcome.kind) {
    case 'zones':
      return { results: await zoneRows(deps, book, outcome.zones) }
    case 'town':
      return { results: [await pointAt(deps, outcome.town, DEFAULT_RESOLUTION, outcome.town)] }
    case 'not_covered':
      throw new Refusal('not_covered', `there are no named places in country "${country}"`)
    case 'unknown': {
      const did_you_mean = [...outcome.did_you_mean]
      throw new Refusal(
        'unknown_place',
        `no place is called "${asked}"`,
        did_you_mean.length > 0 ? { did_you_mean } : {},
      )
    }
  }
}
