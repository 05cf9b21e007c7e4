import type { StatsResponse } from '../../../contract/stats.ts'
import type { Cell, Resolution } from '../../../domain/cell.ts'
import { circleCandidateCount, circleCells } from '../../../domain/distance.ts'
import { parseCountry } from '../../places/countries.ts'
import type { PlaceBook } from '../../places/place-store.ts'
import { displayName, type Place } from '../../places/place-tree.ts'
import { allTerritoryCells, countTerritory, rolledUpFrom, rollupNote } from '../../places/territory.ts'
import { Refusal } from '../../requests/refusal.ts'
import type { Selector } from './stats-query.ts'

/** The cells that a metered call selects, ascending, and how the answer speaks of them. */
export interface SelectedTerritory {
  readonly cells: readonly Cell[]
  readonly territory: StatsResponse['territory']
}

/** What a request may look at: so many cells, each counted once for each period. */
interface Allowed {
  readonly resolution: Resolution
  readonly budget: number
  readonly periods: number
}

/** Finds the cells of a selector; refuses those that would take more than the budget before enumerating them. */
export function territoryOf(book: PlaceBook, selector: Selector, allowed: Allowed): SelectedTerritory {
  const { resolution } = allowed
  switch (selector.kind) {
    case 'h3':
      keepWithin(allowed, selector.cells.length)
      return { cells: selector.cells, territory: { selector: 'h3' } }
    case 'circle':
      keepWithin(allowed, circleCandidateCount(selector.circle, resolution))
      return { cells: circleCells(selector.circle, resolution).sort(), territory: { selector: 'circle' } }
    case 'geo_id':
      return placeTerritory(book, placeOf(book, selector.geo_id), allowed)
  }
}

/** The place of a geo_id; refuses one that is not there. */
export function placeOf(book: PlaceBook, geo_id: string): Place {
  const place = book.tree.get(geo_id)
  if (place) return place
  if (parseCountry(geo_id) === geo_id) {
    throw new Refusal('not_covered', `there is no geographic data for country "${geo_id}"`, { parameter: 'geo_id' })
  }
  throw new Refusal('unknown_place', `no place has the geo_id "${geo_id}"`, { parameter: 'geo_id' })
}

function placeTerritory(book: PlaceBook, place: Place, allowed: Allowed): SelectedTerritory {
  const { resolution } = allowed
  const stored = book.cellsOf(place.geo_id)
  keepWithin(allowed, countTerritory(stored, resolution))
  const from = rolledUpFrom(stored, resolution)
  return {
    cells: allTerritoryCells(stored, resolution),
    territory: {
      selector: 'geo_id',
      place: { name: displayName(place), level: place.level, country: place.country },
      ...(from === null ? {} : { rolled_up_from: from, rollup_note: rollupNote(from, resolution) }),
    },
  }
}

function keepWithin({ budget: limit, periods, resolution }: Allowed, cells: number): void {
  if (cells * periods <= limit) return
  const message =
    periods === 1
      ? `the territory takes ${cells} cells at resolution ${resolution}, and one request at most ${limit}; use a coarser resolution or split it`
      : `the territory takes ${cells} cells at resolution ${resolution} in each of ${periods} periods, and one request at most ${limit} in all; use a coarser resolution, fewer periods or split it`
  throw new Refusal('too_many_hexes', message, { limit })
}
