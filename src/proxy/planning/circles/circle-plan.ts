import type { Resolution } from '../../../domain/cell.ts'
import {
  type Circle,
  cellCenter,
  circleCandidateCount,
  EARTH_RADIUS_KM,
  surelyWithinKm,
} from '../../../domain/distance.ts'
import { runsOf, type Slice } from '../../tiles/slice.ts'
import { type Call, type PlanLimits, type PlanRequest, planLists } from '../calls/plan.ts'
import { chooseCover } from './choose-cover.ts'
import { climb } from './circle-climb.ts'
import { gainsOf, type Start, spreadCircles } from './circle-cover.ts'
import { type Lattice, latticeCenters } from './circle-lattice.ts'
import { enclosingCircle } from './enclosing-circle.ts'
import { dotAt, type Ground, groundOf, middleOf, visitWithin } from './ground.ts'
import { largestCircle, sentAt } from './largest-circle.ts'
import { latLngOf, type Point, pointOf } from './tile-points.ts'

const STARTS: readonly Start[] = ['rows', 'spread']
// The numbers of circles tried are about a tenth apart. After this many tries without success, more circles do not help.
const STEPS = 10
const VAIN_TRIES = 3
/** More circles than these are laid on lattices, because a search would take seconds. */
const SEARCHED_CIRCLES = 40
/** Gapless lattices, and wider ones whose gaps are left to lists. */
const STRETCHES = [1, 1.05, 1.1, 1.15, 1.2]
/** Where a lattice begins matters at the ground's edge, which is nothing among more circles than `FEW_CIRCLES`. */
const SHIFTS = [0, 0.25, 0.5, 0.75]
const FEW_CIRCLES = 500

interface CircleRequest extends Pick<PlanRequest, 'resolution' | 'wanted' | 'limits'> {
  /** More circles than this would be of no use; any number is unless given. */
  readonly most?: number
}

/**
 * Returns circles that cover wanted cells, and lists for the rest; null when the largest circle contains no more cells
 * than a list, so that circles save nothing, or when circles alone would hardly be few enough.
 */
export function planCircles({ resolution, wanted, limits, most }: CircleRequest): Call[] | null {
  const somewhere = wanted[0]?.cells[0]
  if (somewhere === undefined) return []
  const { sure, cells } = largestCircle(cellCenter(somewhere), resolution, limits)
  if (sure <= 0) return null
  const one = enclosingCircle(wanted, resolution)
  if (one !== null && circleCandidateCount(one, resolution) <= limits.circleCells) {
    return [{ selector: { kind: 'circle', ...one }, slices: wanted }]
  }
  if (cells <= limits.listCells) return null
  const ground = groundOf(wanted)
  const covering = limits.listCells > 0 ? null : chooseCover(ground, resolution, limits, most)
  if (covering === null && most !== undefined) return null
  const centers = covering ?? chooseCenters(ground, resolution, limits)
  const { owners, circles } = layCircles(ground, centers, { resolution, limits })
  return callsOf(ground, owners, circles, limits)
}

interface Best {
  readonly calls: number
  readonly centers: readonly Point[]
}

/** Returns the centres for which circles, and lists for the rest, take the fewest calls. */
function chooseCenters(ground: Ground, resolution: Resolution, limits: PlanLimits): readonly Point[] {
  const middle = latLngOf(middleOf(ground.xyz, 0, ground.size))
  const { sure, cells } = largestCircle(middle, resolution, limits)
  const least = Math.max(1, Math.ceil(ground.size / Math.max(limits.circleCells, limits.listCells)))
  let best: Best = {
    calls: limits.listCells > 0 ? Math.ceil(ground.size / limits.listCells) : ground.size,
    centers: [],
  }
  const fewest = Math.max(1, Math.ceil(ground.size / Math.max(1, cells)))
  if (fewest > SEARCHED_CIRCLES) {
    for (const lattice of latticesFor(fewest)) {
      const gains = gainsOf(ground, latticeCenters(ground, sure, lattice), sure)
      best = better(best, bestBeginning(ground.size, gains, limits))
    }
    return best.centers
  }
  const step = Math.max(1, Math.floor(fewest / STEPS))
  let vain = 0
  for (let count = fewest; count < best.calls && best.calls > least && vain < VAIN_TRIES; count += step) {
    let isCovered = false
    const before = best.calls
    for (const start of STARTS) {
      const gains = gainsOf(ground, climb(ground.xyz, spreadCircles(ground, count, start), sure), sure)
      best = better(best, bestBeginning(ground.size, gains, limits))
      isCovered ||= gains.reduce((sum, { gain }) => sum + gain, 0) === ground.size
    }
    if (isCovered) break
    vain = best.calls < before ? 0 : vain + 1
  }
  return best.centers
}

function latticesFor(circles: number): Lattice[] {
  const shifts = circles > FEW_CIRCLES ? SHIFTS.slice(0, 1) : SHIFTS
  return STRETCHES.flatMap((stretch) => shifts.map((shift) => ({ stretch, shift })))
}

function better(a: Best, b: Best): Best {
  return b.calls < a.calls ? b : a
}

/** Returns how many of the first circles are worth their calls. */
function bestBeginning(size: number, gains: readonly { center: Point; gain: number }[], limits: PlanLimits): Best {
  let left = size
  let best: Best = { calls: Number.POSITIVE_INFINITY, centers: [] }
  gains.forEach(({ gain }, index) => {
    left -= gain
    const lists = limits.listCells > 0 ? Math.ceil(left / limits.listCells) : left
    const centers = () => gains.slice(0, index + 1).map(({ center }) => center)
    if (index + 1 + lists < best.calls) best = { calls: index + 1 + lists, centers: centers() }
  })
  return best
}

interface Laying {
  readonly resolution: Resolution
  readonly limits: PlanLimits
}

/** Circles, and which of them each point of the ground belongs to; -1 where none. */
interface Laid {
  readonly circles: readonly Circle[]
  readonly owners: Int32Array
}

function layCircles(ground: Ground, centers: readonly Point[], laying: Laying): Laid {
  const owners = new Int32Array(ground.size).fill(-1)
  const circles = centers.map((center, which) => layCircle({ ground, owners, ...laying }, center, which))
  // Without lists, the rest gets circles too.
  for (let next = owners.indexOf(-1); laying.limits.listCells === 0 && next >= 0; next = owners.indexOf(-1, next)) {
    const center = ground.xyz.subarray(3 * next, 3 * next + 3) as unknown as Point
    circles.push(layCircle({ ground, owners, ...laying }, center, circles.length))
  }
  return { circles, owners }
}

/** Places a circle as it will be sent, gives it all points without an owner, and shrinks it to those. */
function layCircle(
  { ground, owners, resolution, limits }: Laying & { ground: Ground; owners: Int32Array },
  center: Point,
  which: number,
): Circle {
  const sent = sentAt(center)
  const { radius_km, sure } = largestCircle(sent, resolution, limits)
  const from = pointOf(sent)
  let closeness = 1
  visitWithin(ground, from, sure, (index) => {
    if (owners[index] !== -1) return
    owners[index] = which
    closeness = Math.min(closeness, dotAt(ground.xyz, index, from))
  })
  const farthest = EARTH_RADIUS_KM * Math.acos(Math.max(-1, closeness))
  return { ...sent, ...shrunk({ ...sent, radius_km }, farthest, sure, resolution) }
}

/** Returns the circle, with a radius in whole metres, that contains everything up to `farthest` km from its centre. */
export function shrunk(circle: Circle, farthest: number, sure: number, resolution: Resolution): Circle {
  const radius_km = Math.ceil((farthest + 1.01 * (circle.radius_km - sure)) * 1000) / 1000
  const smaller = { ...circle, radius_km }
  return radius_km < circle.radius_km && surelyWithinKm(smaller, resolution) >= farthest ? smaller : circle
}

function callsOf(ground: Ground, owners: Int32Array, circles: readonly Circle[], limits: PlanLimits): Call[] {
  const owned = circles.map((): Slice[] => [])
  const left: Slice[] = []
  ground.slices.forEach((slice, which) => {
    const start = ground.starts[which] ?? 0
    for (const [owner, run] of runsOf(slice, (index) => owners[start + index] ?? -1)) (owned[owner] ?? left).push(run)
  })
  const calls = circles.map(
    (circle, which): Call => ({ selector: { kind: 'circle', ...circle }, slices: owned[which] ?? [] }),
  )
  const rest = left.length === 0 ? [] : planLists(left, limits.listCells)
  return [...calls.filter(({ slices }) => slices.length > 0), ...rest]
}
