import { RADIUS_KM_MAX } from '../../../contract/limits.ts'
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
  /** Call when a call was answered: circles as wide are taken. */
  noteTaken(call: { readonly selector: Selector }): void
  /** The widest radius (km) that circles are planned with: the interface's, or less where the service takes less. */
  widestKm(): number
  /** Call when an answer was about another circle than the one that was sent, or about a place that is drawn elsewhere now. */
  noteOther(name: EditionName, call: { readonly selector: Selector }, parents: readonly Cell[]): void
  /** The limits for tiles: without circles where one was refused for any of them. */
  limitsFor(name: EditionName, parents: readonly Cell[], limits: PlanLimits): PlanLimits
  isPlaceTaken(name: EditionName, geo_id: PlaceOffer['geo_id']): boolean
}

const OF_SELECTOR = new Set(['geo_id', 'place', 'lat', 'lng', 'lon', 'latitude', 'longitude', 'radius_km', 'radius'])
const OF_WIDTH = new Set(['radius_km', 'radius'])
/** Radii (km) that are tried once a wider circle was refused and no limit was named: each further refusal costs a call. */
const NARROWER_KM = [250, 100, 50, 25, 10, 5, 2, 1]
/** After so many circles nearly as wide as was planned, a radius between that and the refused one is tried. */
const WIDE_CIRCLES = 5
const NEARLY = 0.85
/** A smaller step would save hardly a call. */
const LEAST_STEP = 1.2
/** Milliseconds after which wider circles are tried again: the refusal may have been an accident. */
const WIDTH_KEPT = 86_400_000
const CODES = new Set(['not_covered', 'unknown_place', 'not_found', 'invalid_parameter', 'missing_parameter'])

/** `elapsed` is a steady clock in milliseconds. */
export function createSelectorDoubts(elapsed: () => number): SelectorDoubts {
  const circles = createRefusalPauses(elapsed)
  const places = createRefusalPauses(elapsed)
  /** The widest circle that was answered, and the widest that is planned after a wider one was refused. */
  let takenKm = 0
  let width: { readonly km: number; readonly refusedKm: number; readonly until: number } | null = null
  let wideCircles = 0
  const widestKm = () => (width !== null && elapsed() < width.until ? width.km : RADIUS_KM_MAX)
  const narrow = (radius_km: number, { code, limit }: ServiceRefusal): boolean => {
    if (code !== 'invalid_parameter' || radius_km <= takenKm) return false
    const planned = widestKm()
    // It was sent before a narrower one was refused, and shows nothing new.
    if (radius_km > LEAST_STEP * planned) return true
    const named = limit !== null && limit < radius_km ? limit : null
    const km = named ?? NARROWER_KM.find((each) => each < Math.min(radius_km, planned))
    if (km === undefined) return false
    width = { km: Math.max(km, takenKm), refusedKm: named ?? radius_km, until: elapsed() + WIDTH_KEPT }
    wideCircles = 0
    return true
  }
  const placeName = ({ lens, resolution }: EditionName, geo_id: string) => `${geo_id} ${resolution} ${lens}`
  const isDoubted = (name: EditionName, parent: Cell) => circles.objection(groundName(name, parent)) !== null
  const isPlaceTaken = (name: EditionName, geo_id: string) => places.objection(placeName(name, geo_id)) === null
  return {
    note: (name, { selector }, parents, refusal) => {
      if (selector.kind === 'cells' || !isAboutSelector(refusal)) return false
      const isOfWidth = refusal.parameter !== null && OF_WIDTH.has(refusal.parameter)
      if (selector.kind === 'circle' && isOfWidth && narrow(selector.radius_km, refusal)) return true
      const told = refusalOf(refusal)
      if (selector.kind === 'place') {
        // It was planned although it is paused, so there is no other plan.
        if (!isPlaceTaken(name, selector.geo_id)) return false
        places.start(placeName(name, selector.geo_id), told)
        return true
      }
      // Without lists, circles are planned all the same, and a narrower one may be taken.
      if (parents.every((parent) => isDoubted(name, parent))) return narrow(selector.radius_km, refusal)
      for (const parent of parents) circles.start(groundName(name, parent), told)
      return true
    },
    noteTaken: ({ selector }) => {
      if (selector.kind !== 'circle') return
      takenKm = Math.max(takenKm, selector.radius_km)
      if (width === null || selector.radius_km < NEARLY * width.km) return
      const km = Math.sqrt(width.km * width.refusedKm)
      if (++wideCircles < WIDE_CIRCLES || km < LEAST_STEP * width.km) return
      width = { ...width, km }
      wideCircles = 0
    },
    widestKm,
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
