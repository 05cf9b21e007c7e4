import { RESOLUTIONS } from '../../src/domain/cell.ts'
import { pan, type View } from '../../src/testing/strange-visits/screens.ts'
import type { StrangeLimits } from '../../src/testing/strange-visits/strange-services.ts'
import type { Action, StrangeVisit } from '../../src/testing/strange-visits/strange-visits.ts'
import type { Dice } from '../truth-walk/dice.ts'

const CITIES = [
  ['Sevilla', 37.39, -5.98],
  ['Valencia', 39.47, -0.38],
  ['Bilbao', 43.26, -2.93],
  ['Lyon', 45.76, 4.84],
  ['Marseille', 43.3, 5.37],
  ['London', 51.51, -0.13],
  ['Berlin', 52.52, 13.4],
  ['Wien', 48.21, 16.37],
  ['Warszawa', 52.23, 21.01],
  ['Athina', 37.98, 23.73],
  ['Oslo', 59.91, 10.75],
  ['Napoli', 40.85, 14.27],
] as const
const LENSES = ['ad_sub_type=rent', 'property_type=flat', 'rooms=2', 'property_type=house&rooms=4']
const SCREENS = [null, null, { width: 390, height: 844 }, { width: 1_920, height: 1_080 }]

/** Draws a service's limits; budgets and lengths of URLs evenly on a logarithmic scale, half of them round. */
export function drawService(dice: Dice): StrangeLimits {
  const budget = 37 * (100_000 / 37) ** dice.next()
  const magnitude = 10 ** Math.floor(Math.log10(budget))
  const digits = dice.chance(0.5) ? 1 : 10
  return {
    cellBudget: Math.round((budget / magnitude) * digits) * (magnitude / digits),
    urlKb: Math.round(64 ** dice.next()),
    listStyle: dice.pick(['commas', 'both', 'repeats', 'commas', 'repeats', 'first']),
    namesLimit: dice.chance(0.3),
    finestResolution: dice.pick([8, 8, 8, 8, 7, 6]),
  }
}

/** Draws a visit: mostly moves and zooms, some jumps, filters and areas. */
export function drawVisit(dice: Dice): StrangeVisit {
  const [city, lat, lng] = dice.pick(CITIES)
  const screen = dice.pick(SCREENS)
  let view: View = { lat, lng, zoom: 5 + dice.below(8), lens: 'default', ...(screen !== null && { screen }) }
  let heading: Heading = [dice.around(0.6), dice.around(0.6)]
  const actions: Action[] = [{ kind: 'view', ...view }]
  const length = 2 + dice.below(6)
  while (actions.length < length) {
    if (dice.chance(0.1)) {
      actions.push(drawArea(dice, view))
      continue
    }
    view = nextView(dice, view, heading)
    // Most moves keep their direction.
    if (dice.chance(0.4)) heading = [dice.around(0.6), dice.around(0.6)]
    actions.push({ kind: 'view', ...view })
  }
  return { name: `${city} ${actions.map(actionText).join(' ')}`, viewers: 1, actions }
}

/** East and north, in screens. */
type Heading = readonly [east: number, north: number]

function nextView(dice: Dice, view: View, heading: Heading): View {
  if (dice.chance(0.5)) return { ...view, ...pan(view, view.zoom, [heading]).at(-1), lens: view.lens }
  if (dice.chance(0.6)) {
    return { ...view, zoom: Math.max(4, Math.min(13, view.zoom + dice.pick([-2, -1, 1, 2]))) }
  }
  if (dice.chance(0.5)) return { ...view, lens: dice.pick(LENSES) }
  const [, lat, lng] = dice.pick(CITIES)
  return { ...view, lat, lng }
}

function drawArea(dice: Dice, { lat, lng, lens }: View): Action {
  const resolution = dice.pick(RESOLUTIONS)
  // As wide as the page would offer at that resolution: from a few cells to a few thousand.
  const radius_km = Math.min(500, Number((3 * Math.sqrt(7) ** (8 - resolution) * 10 ** dice.next()).toFixed(1)))
  return { kind: 'area', area: { lat, lng, radius_km }, resolution, lens }
}

function actionText(action: Action): string {
  return action.kind === 'area' ? `area${action.resolution}` : `z${action.zoom}`
}
