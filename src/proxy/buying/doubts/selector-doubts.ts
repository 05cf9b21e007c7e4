import type { Cell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { PlaceOffer, PlanLimits, Selector } from '../../planning/calls/plan.ts'
import { ownRefusal, refusalOf } from '../../upstream/connection/refusals.ts'
import type { ServiceRefusal } from '../../upstream/connection/service-answer.ts'
import { createRefusalPauses, groundName } from './refusal-pauses.ts'

/**
 * Circles and places that the service has refused, or answered as if another one had been requested, although it may accept
 * a list of the same cells: a circle whose centre lies in the sea or abroad, or a place for which it has no figures. Kept
 * in memory only: a new process asks once more.
 */
export interface SelectorDoubts {
  /** Takes a refusal of a call. Returns true when its cells should be planned again, without that circle or place. */
  note(
    name: EditionName,
    call: { readonly selector: Selector },
    parents: readonly Cell[],
    refusal: ServiceRefusal,
  ): boolean
  /** Call when an answer was about another circle than the one that was sent, or about a place that is drawn elsewhere now. */
  noteOther(name: EditionName, call: { readonly selector: Selector }, parents: readonly Cell[]): void
  /** The limits for tiles: without circles where one was refused for any of them. */
  limitsFor(name: EditionName, parents: readonly Cell[], limits: PlanLimits): PlanLimits
  isPlaceTaken(name: EditionName, geo_id: PlaceOffer['geo_id']): boolean
}

const OF_SELECTOR = new Set(['geo_id', 'place', 'lat', 'lng', 'lon', 'latitude', 'longitude', 'radius_km', 'radius'])
const CODES = new Set(['not_covered', 'unknown_place', 'not_found', 'invalid_parameter', 'missing_parameter'])

/** `elapsed` is a steady clock in milliseconds. */
export function createSelectorDoubts(elapsed: () => number): SelectorDoubts {
  const circles = createRefusalPauses(elapsed)
  const places = createRefusalPauses(elapsed)
  const placeName = ({ lens, resolution }: EditionName, geo_id: string) => `${geo_id} ${resolution} ${lens}`
  const isDoubted = (name: EditionName, parent: Cell) => circles.objection(groundName(name, parent)) !== null
  const isPlaceTaken = (name: EditionName, geo_id: string) => places.objection(placeName(name, geo_id)) === null
  return {
    note: (name, { selector }, parents, refusal) => {
      if (selector.kind === 'cells' || !isAboutSelector(refusal)) return false
      const told = refusalOf(refusal)
      if (selector.kind === 'place') {
        // It was planned although it is paused, so there is no other plan.
        if (!isPlaceTaken(name, selector.geo_id)) return false
        places.start(placeName(name, selector.geo_id), told)
        return true
      }
      if (parents.every((parent) => isDoubted(name, parent))) return false
      for (const parent of parents) circles.start(groundName(name, parent), told)
      return true
    },
    noteOther: (name, { selector }, parents) => {
      if (selector.kind === 'place') places.start(placeName(name, selector.geo_id), OTHER_PLACE)
      else for (const parent of parents) circles.start(groundName(name, parent), OTHER_CIRCLE)
    },
    limitsFor: (name, parents, limits) => {
      // Without lists, single cells would cost more than a refused circle.
      const isWithout = limits.listCells > 0 && parents.some((parent) => isDoubted(name, parent))
      return isWithout ? { ...limits, circleCells: 0, filledCircle: 0 } : limits
    },
    isPlaceTaken,
  }
}

const OTHER_CIRCLE = ownRefusal('other_circle', 'The statistics service answered for another circle.')
const OTHER_PLACE = ownRefusal('other_place', 'The statistics service draws the place elsewhere now.')

function isAboutSelector({ code, parameter }: ServiceRefusal): boolean {
  return CODES.has(code) && (parameter === null || OF_SELECTOR.has(parameter))
}
