/** An upright rectangle, in CSS pixels; y grows downwards. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** How far something moves on the screen, in CSS pixels: to the right and down. */
export interface Shift {
  readonly x: number
  readonly y: number
}

/** Space left free around a box that had to move, in CSS pixels. */
const MARGIN = 12
/** The largest part of a box, around its middle, that has to be in view, in CSS pixels. */
const SEEN_MAX = 96

/** Returns the square around a point that has to be in view for something of this width. */
export function boxAround({ x, y }: { x: number; y: number }, width: number): Box {
  const half = Math.min(SEEN_MAX, width) / 2
  return { left: x - half, top: y - half, right: x + half, bottom: y + half }
}

/**
 * Returns the shortest shift that brings a box out from under the surfaces over a frame and keeps it within the frame.
 * Null when no surface covers the inner half of the box, when its middle is outside the frame, or when there is no
 * room.
 */
export function shiftIntoView(box: Box, frame: Box, surfaces: readonly Box[]): Shift | null {
  const [middle, inner] = [grown(box, -(box.right - box.left) / 2), grown(box, -(box.right - box.left) / 4)]
  return !isWithin(middle, frame) || isFree(inner, surfaces) ? null : shiftToRoom(box, frame, surfaces)
}

/**
 * Returns the shortest shift that brings a box into the frame and out from under the surfaces, wherever it is. Null when
 * its inner half is in view, or when there is no room.
 */
export function shiftFromAfar(box: Box, frame: Box, surfaces: readonly Box[]): Shift | null {
  const inner = grown(box, -(box.right - box.left) / 4)
  return isWithin(inner, frame) && isFree(inner, surfaces) ? null : shiftToRoom(box, frame, surfaces)
}

function shiftToRoom(box: Box, frame: Box, surfaces: readonly Box[]): Shift | null {
  const roomy = grown(box, MARGIN)
  // On each axis that the box moves along, the shortest shift ends at an edge of a surface or of the frame.
  const edges = [...surfaces, insideOut(frame)]
  const alongX = [0, ...edges.flatMap(({ left, right }) => [left - roomy.right, right - roomy.left])]
  const alongY = [0, ...edges.flatMap(({ top, bottom }) => [top - roomy.bottom, bottom - roomy.top])]
  const shifts = alongX.flatMap((x) => alongY.map((y): Shift => ({ x, y })))
  const open = shifts.filter(
    (shift) => isWithin(shifted(roomy, shift), frame) && isFree(shifted(roomy, shift), surfaces),
  )
  return open.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))[0] ?? null
}

/** Swaps the sides of a box, so that touching the result from outside is touching the box from inside. */
function insideOut({ left, top, right, bottom }: Box): Box {
  return { left: right, top: bottom, right: left, bottom: top }
}

function grown({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}

function shifted({ left, top, right, bottom }: Box, { x, y }: Shift): Box {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
}

function isWithin(box: Box, frame: Box): boolean {
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom
}

function isFree(box: Box, surfaces: readonly Box[]): boolean {
  return surfaces.every(
    ({ left, top, right, bottom }) => box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom,
  )
}
