type Position = [number, number]
type Ring = readonly (readonly [number, number])[]

/** A GeoJSON geometry (RFC 7946) in degrees; rings are closed, outer ones counterclockwise, holes clockwise. */
export type OutlineGeometry =
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }

/**
 * Returns an outline as a geometry: polygons of closed rings, outer first, whose longitudes may continue past 180. What
 * crosses the antimeridian is cut there, as RFC 7946 asks.
 */
export function outlineGeometry(outline: readonly (readonly Ring[])[]): OutlineGeometry {
  const polygons = outline.flatMap(cutPolygon)
  const [only] = polygons
  return only && polygons.length === 1
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: polygons }
}

function cutPolygon(rings: readonly Ring[]): Position[][][] {
  const lngs = rings.flat().map(([lng]) => lng)
  const around = lngs.some((lng) => lng < -180) ? 360 : lngs.every((lng) => lng >= 180) ? -360 : 0
  const polygon = rings.map((ring, index) => oriented(moved(ring, around), index === 0))
  if (lngs.every((lng) => lng + around <= 180)) return [polygon]
  const east = halfOf(polygon, 'east').map((part) => part.map((ring) => moved(ring, -360)))
  return [...halfOf(polygon, 'west'), ...east]
}

function moved(ring: Ring, degrees: number): Position[] {
  return ring.map(([lng, lat]) => [lng + degrees, lat])
}

function oriented(ring: Position[], isOuter: boolean): Position[] {
  return signedArea(ring) > 0 === isOuter ? ring : ring.toReversed()
}

/** Twice the area of a closed ring in square degrees; positive when counterclockwise. */
export function signedArea(ring: Ring): number {
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
}

type Side = 'west' | 'east'

/** Returns the part of a polygon on one side of the 180th meridian, as polygons. */
function halfOf(polygon: readonly Position[][], side: Side): Position[][][] {
  const isKept = ([lng]: Position) => (side === 'west' ? lng < 180 : lng >= 180)
  const whole = polygon.filter((ring) => ring.every(isKept))
  const chains = polygon.filter((ring) => !whole.includes(ring)).flatMap((ring) => chainsOf(ring, isKept))
  const outers = joinChains(chains, side).filter((ring) => signedArea(ring) > 0)
  return outers.map((outer) => [outer, ...whole.filter(([at]) => at !== undefined && isInside(at, outer))])
}

/** Returns the pieces of a closed ring that are kept, from where they enter the half to where they leave it. */
function chainsOf(ring: readonly Position[], isKept: (at: Position) => boolean): Position[][] {
  const open = ring.slice(1)
  const first = open.findIndex((at) => !isKept(at))
  if (first === -1) return []
  const points = [...open.slice(first), ...open.slice(0, first + 1)]
  const chains: Position[][] = []
  points.forEach((to, i) => {
    const from = points[i - 1]
    if (from === undefined) return
    if (isKept(from) !== isKept(to)) {
      const crossing = crossingOf(from, to)
      if (isKept(to)) chains.push([crossing])
      else chains.at(-1)?.push(crossing)
    }
    if (isKept(to)) chains.at(-1)?.push(to)
  })
  return chains
}

function crossingOf([fromLng, fromLat]: Position, [toLng, toLat]: Position): Position {
  return [180, fromLat + ((180 - fromLng) / (toLng - fromLng)) * (toLat - fromLat)]
}

/**
 * Joins pieces along the meridian into closed rings. What is inside lies to the left of a piece, so that a ring goes on
 * northwards from where it leaves the western half, and southwards from where it leaves the eastern one.
 */
function joinChains(chains: readonly Position[][], side: Side): Position[][] {
  const open = new Set(chains)
  const rings: Position[][] = []
  const sign = side === 'west' ? 1 : -1
  for (const first of chains) {
    if (!open.delete(first)) continue
    const ring = [...first]
    for (;;) {
      const ahead = (chain: Position[]) => sign * ((chain[0]?.[1] ?? 0) - (ring.at(-1)?.[1] ?? 0))
      const [next] = [first, ...open].filter((chain) => ahead(chain) >= 0).sort((a, b) => ahead(a) - ahead(b))
      if (next === undefined || next === first) break
      open.delete(next)
      ring.push(...next)
    }
    rings.push([...ring, ring[0] as Position])
  }
  return rings
}

function isInside([x, y]: Position, ring: readonly Position[]): boolean {
  return ring.reduce((inside, [x1, y1], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length] ?? [x1, y1]
    const crosses = y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)
    return crosses ? !inside : inside
  }, false)
}
