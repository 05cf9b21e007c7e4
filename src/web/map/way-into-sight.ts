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

/** What is left free around a thing that had to move, in CSS pixels. */
const AIR = 12
/** Of a larger thing this much about its middle has to be in sight, in CSS pixels. */
const SEEN_MAX = 96

/** The square about a point that is to be seen of a thing so wide. */
export function boxAround({ x, y }: { x: number; y: number }, width: number): Box {
  const half = Math.min(SEEN_MAX, width) / 2
  return { left: x - half, top: y - half, right: x + half, bottom: y + half }
}

/**
 * The shortest shift that brings a box out from under the surfaces that lie over a frame, without leaving the frame.
 * Null where nothing is to be done: where no surface reaches the inner half of the box, where its middle is outside the
 * frame, or where there is no room for it.
 */
export function wayIntoSight(box: Box, frame: Box, surfaces: readonly Box[]): Shift | null {
  const [middle, inner] = [grown(box, -(box.right - box.left) / 2), grown(box, -(box.right - box.left) / 4)]
  if (!isWithin(middle, frame) || isFree(inner, surfaces)) return null
  const roomy = grown(box, AIR)
  // The shortest way ends where the box touches an edge of something on each axis that it moves along.
  const edges = [...surfaces, turnedOut(frame)]
  const alongX = [0, ...edges.flatMap(({ left, right }) => [left - roomy.right, right - roomy.left])]
  const alongY = [0, ...edges.flatMap(({ top, bottom }) => [top - roomy.bottom, bottom - roomy.top])]
  const ways = alongX.flatMap((x) => alongY.map((y): Shift => ({ x, y })))
  const open = ways.filter((way) => isWithin(shifted(roomy, way), frame) && isFree(shifted(roomy, way), surfaces))
  return open.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))[0] ?? null
}

/** A box with its sides exchanged: touching it from outside is touching the box from inside. */
function turnedOut({ left, top, right, bottom }: Box): Box {
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
