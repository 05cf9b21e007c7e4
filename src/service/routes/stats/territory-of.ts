import type { StatsResponse } from '../../../contract/service/stats/stats.ts'
import { type Cell, RESOLUTIONS, type Resolution } from '../../../domain/cell.ts'
import { circleCandidateCount, circleCellSteps } from '../../../domain/distance.ts'
import { untilGone } from '../../../server/work/gone.ts'
import { inTurns } from '../../../server/work/turns.ts'
import { parseCountry } from '../../places/countries.ts'
import type { PlaceBook } from '../../places/place-store.ts'
import { displayName, type Place } from '../../places/place-tree.ts'
import { allTerritoryCells, countTerritory, rolledUpFrom, rollupNote } from '../../places/territory.ts'
import { Refusal } from '../../requests/refusal.ts'
import type { Selector } from './stats-query.ts'

/** The cells that a metered call selects, ascending, and how the response describes them. */
export interface SelectedTerritory {
  readonly cells: readonly Cell[]
  readonly territory: StatsResponse['territory']
}

/** What a request may read: `budget` cells, each counted once per period. */
interface Allowed {
  readonly resolution: Resolution
  readonly budget: number
  readonly periods: number
}

/** Finds a selector's cells; refuses a territory beyond the budget before enumerating it. */
export async function territoryOf(
  book: PlaceBook,
  selector: Selector,
  allowed: Allowed,
  signal: AbortSignal,
): Promise<SelectedTerritory> {
  const { resolution } = allowed
  switch (selector.kind) {
    case 'h3':
      await keepWithin(allowed, selector.cells.length, async () => 'split the list')
      return { cells: selector.cells, territory: { selector: 'h3' } }
    case 'circle':
      await keepWithin(
        allowed,
        circleCandidateCount(selector.circle, resolution),
        coarserAdvice(allowed, async (coarser) => circleCandidateCount(selector.circle, coarser)),
      )
      return {
        cells: (await inTurns(circleCellSteps(selector.circle, resolution), signal)).sort(),
        territory: { selector: 'circle' },
      }
    case 'geo_id':
      return placeTerritory(book, placeOf(book, selector.geo_id), allowed, signal)
  }
}

/** The place with a geo_id; refuses an unknown one. */
export function placeOf(book: PlaceBook, geo_id: string): Place {
  const place = book.tree.get(geo_id)
  if (place) return place
  if (parseCountry(geo_id) === geo_id) {
    throw new Refusal('not_covered', `there are no named places in country "${geo_id}"`, { parameter: 'geo_id' })
  }
  throw new Refusal('unknown_place', `no place has the geo_id "${geo_id}"`, { parameter: 'geo_id' })
}

async function placeTerritory(
  book: PlaceBook,
  place: Place,
  allowed: Allowed,
  signal: AbortSignal,
): Promise<SelectedTerritory> {
  const { resolution } = allowed
  const stored = await untilGone(book.cellsOf(place.geo_id), signal)
  await keepWithinForPlace(place, allowed, (at) => inTurns(countTerritory(stored, at), signal))
  const from = await inTurns(rolledUpFrom(stored, resolution), signal)
  return {
    cells: await inTurns(allTerritoryCells(stored, resolution), signal),
    territory: {
      selector: 'geo_id',
      place: { name: displayName(place), level: place.level, country: place.country },
      ...(from === null ? {} : { rolled_up_from: from, rollup_note: rollupNote(from, resolution) }),
    },
  }
}

/** A whole country at the coarsest resolution, in one period, fits any plan: there is no coarser one to advise. */
async function keepWithinForPlace(place: Place, allowed: Allowed, countAt: CountAt): Promise<void> {
  const { resolution, periods } = allowed
  if (place.level === 'country' && resolution === RESOLUTIONS[0] && periods === 1) return
  const advice = coarserAdvice(allowed, async (coarser) =>
    place.level === 'country' && coarser === RESOLUTIONS[0] && periods === 1 ? 0 : countAt(coarser),
  )
  await keepWithin(allowed, await countAt(resolution), advice)
}

/** Returns how many cells a territory has at a resolution. */
type CountAt = (at: Resolution) => Promise<number>

async function keepWithin(
  { budget: limit, periods, resolution }: Allowed,
  cells: number,
  advice: () => Promise<string>,
): Promise<void> {
  if (cells * periods <= limit) return
  const each = periods === 1 ? '' : ` in each of ${periods} periods`
  throw new Refusal(
    'too_many_hexes',
    `the territory has ${cells} cells at resolution ${resolution}${each}; the plan allows ${limit} per request; ${await advice()}${periods === 1 ? '' : ', or request fewer periods'}`,
    { limit },
  )
}

/** Names the finest resolution that would be allowed, if there is one. */
function coarserAdvice({ resolution, budget, periods }: Allowed, countAt: CountAt): () => Promise<string> {
  return async () => {
    for (const at of RESOLUTIONS.filter((other) => other < resolution).toReversed()) {
      if ((await countAt(at)) * periods <= budget) return `use resolution ${at}, or split the territory`
    }
    return 'split the territory'
  }
}
