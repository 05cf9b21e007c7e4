import { type Circle, destination, distanceKm, type LatLng } from '../../domain/distance.ts'
import { CORNERS_MAX, lineCrosses, type PolygonFault, polygonFault, REACH_KM_MAX } from '../../domain/polygon.ts'
import { addArea, reshapeArea } from '../areas/chosen/add-area.ts'
import { t } from '../language/translate.ts'
import type { AreaColor } from '../state/address/area-choice.ts'
import { usePage } from '../state/store.ts'
import { getAddress } from '../state/use-address.ts'
import { isPhone } from '../ui/device/use-media.ts'
import { radiusBetween, steppedRadius } from './radius.ts'
import { rounded } from './reshape.ts'
import { radiusForView } from './start-drawing.ts'

/** Ends the drawing of a circle at its centre, with the radius dragged; null for one that was only clicked. */
export function finishCircle(centre: LatLng, dragged: number | null): void {
  const { drawing, set } = usePage.getState()
  const moves = drawing?.kind === 'circle' ? drawing.moves : null
  set({ drawing: null, draft: null, drawnTo: null })
  const moved = moves === null ? null : circleOf(moves)
  const circle: Circle = { ...rounded(centre), radius_km: dragged ?? moved?.radius_km ?? radiusForView() }
  if (moves === null) addArea({ kind: 'circle', circle })
  else reshapeArea(moves, { kind: 'circle', circle })
  showBesideSheet()
}

/** Shows the circle between a centre and a point of its rim while it is dragged. */
export function previewCircle(centre: LatLng, rim: LatLng): void {
  const { drawing, set } = usePage.getState()
  if (drawing?.kind !== 'circle') return
  const circle = { ...centre, radius_km: radiusBetween(distanceKm(centre, rim)) }
  // A pointer takes over from the keys.
  if (drawing.sized !== null) set({ drawing: { ...drawing, sized: null } })
  set({ draft: { color: drawing.moves, shape: { kind: 'circle', circle }, rim } })
}

/** Sets the centre of a circle. Its radius starts as after a click; the keys change it by steps. */
export function startSizing(centre: LatLng): void {
  size({ ...rounded(centre), radius_km: radiusForView() })
}

/** Makes the circle that the keys draw some steps larger, or smaller. */
export function stepSize(steps: number): void {
  const { drawing } = usePage.getState()
  if (drawing?.kind !== 'circle' || drawing.sized === null) return
  size({ ...drawing.sized, radius_km: steppedRadius(drawing.sized.radius_km, steps) })
}

function size(circle: Circle): void {
  const { drawing, set } = usePage.getState()
  if (drawing?.kind !== 'circle') return
  const rim = destination(circle, circle.radius_km, 90)
  set({
    drawing: { ...drawing, sized: circle },
    draft: { color: drawing.moves, shape: { kind: 'circle', circle }, rim },
    drawnTo: null,
    walkedCell: null,
  })
}

/** Adds a corner to the polygon that is being drawn, unless its edge would cross another. */
export function addCorner(corner: LatLng): void {
  const { drawing, set } = usePage.getState()
  if (drawing?.kind !== 'polygon') return
  const corners = [...drawing.corners, rounded(corner)]
  const fault = corners.length > CORNERS_MAX ? 'too_many' : lineCrosses(corners) ? 'crossing' : null
  set({ drawing: fault === null ? { kind: 'polygon', corners, fault } : { ...drawing, fault } })
}

/** Takes back the last corner. */
export function removeCorner(): void {
  const { drawing, set } = usePage.getState()
  if (drawing?.kind !== 'polygon') return
  set({ drawing: { kind: 'polygon', corners: drawing.corners.slice(0, -1), fault: null } })
}

/** Closes the polygon that is being drawn; one that cannot be counted stays open, with the reason. */
export function closePolygon(): void {
  const { drawing, set } = usePage.getState()
  if (drawing?.kind !== 'polygon') return
  const fault = polygonFault(drawing.corners)
  if (fault !== null) {
    set({ drawing: { ...drawing, fault } })
    return
  }
  set({ drawing: null, draft: null, drawnTo: null })
  addArea({ kind: 'polygon', corners: drawing.corners })
  showBesideSheet()
}

/** The sheet that a phone opens may cover a first area. For later ones the view, which may cost a call, stays. */
function showBesideSheet(): void {
  if (isPhone() && getAddress().areas.length === 1) usePage.getState().set({ areAreasToFit: true })
}

/** Says what is wrong with corners. */
export function faultWords(fault: PolygonFault): string {
  switch (fault) {
    case 'too_few':
      return t('An area needs at least three corners.')
    case 'too_many':
      return t('An area has at most {most, number} corners.', { most: CORNERS_MAX })
    case 'flat':
      return t('These corners enclose no area. Place them farther apart.')
    case 'crossing':
      return t('Edges would cross there. Place the corner so that none do.')
    case 'pole':
      return t('An area cannot be drawn around a pole.')
    case 'too_large':
      return t('This area is too large: its corners may lie at most {most, number} km from its middle.', {
        most: REACH_KM_MAX,
      })
  }
}

function circleOf(color: AreaColor): Circle | null {
  const shape = getAddress().areas.find((area) => area.color === color)?.shape
  return shape?.kind === 'circle' ? shape.circle : null
}
