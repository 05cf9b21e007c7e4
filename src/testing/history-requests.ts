import { historyAnswer } from '../contract/history.ts'
import { tileParent } from '../domain/tile.ts'
import type { ProxyUnderTest } from './proxy-under-test.ts'
import { CITY_CENTRE } from './service-fixture.ts'

/** The fixture's periods of the last year; the earlier ones are of spring 2025. */
export const LABELS = ['2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01']
/** The edition of its newest tiles. */
export const EDITION = { as_of: '2026-11-01', lens: 'default', resolution: 8 }
/** The tile of its city. */
export const PARENT = tileParent(CITY_CENTRE)
export const CENTRE = { lat: 41.39, lng: 2.16 }

/** Buys the history of an area, or only asks for its cost. */
export async function ask(on: ProxyUnderTest, wanted: object, dryRun = false) {
  const path = `/api/history${dryRun ? '?dry_run=1' : ''}`
  const request = { as_of: '2026-11-01', lens: 'default', metric: 'median_price_per_sqm', ...wanted }
  return historyAnswer.parse(JSON.parse((await on.postTo(path, request)).text))
}
