import { FillStyleExtension, PathStyleExtension } from '@deck.gl/extensions'
import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers'
import { cellRing } from '../../view/tile-geometry.ts'
import type { TileMark } from './drawn-cells.ts'
import type { Placed, Rgba } from './placed.ts'

const dashes = [new PathStyleExtension({ dash: true })]
const patterns = [new FillStyleExtension({ proceduralPattern: true })]
const fillPatternMapping = {
  failed: { type: 'cross-hatch', angles: [45, 135], strokeWidth: 1, gap: 15 },
} as const

/** Marks tiles that were not bought (dashed outline) or failed (outline and cross-hatch). */
export function tileMarks(marks: readonly TileMark[], mark: Rgba, placed: Placed) {
  const failed = marks.filter(({ state }) => state === 'failed')
  const [red, green, blue] = mark
  return [
    new SolidPolygonLayer<TileMark, Record<string, unknown>>({
      ...placed,
      id: 'failed-tiles',
      data: failed,
      getPolygon: ({ parent }) => cellRing(parent),
      getFillColor: [red, green, blue, 36],
      getFillPattern: () => 'failed',
      fillPatternMapping,
      fillPatternSizeUnits: 'pixels',
      extensions: patterns,
      pickable: false,
    }),
    new PathLayer<TileEdge, Record<string, unknown>>({
      ...placed,
      id: 'tile-outlines',
      data: tileEdges(marks),
      getPath: ({ path }) => path,
      getColor: mark,
      getWidth: 1,
      widthUnits: 'pixels',
      getDashArray: ({ isDashed }: TileEdge) => (isDashed ? [5, 4] : [0, 0]),
      extensions: dashes,
      pickable: false,
    }),
  ]
}

interface TileEdge {
  readonly path: [number, number][]
  readonly isDashed: boolean
}

/** Returns the sides of tiles. A shared side appears once, since two dashed lines would merge into a solid one. */
function tileEdges(marks: readonly TileMark[]): TileEdge[] {
  const edges = new Map<string, TileEdge>()
  for (const { parent, state } of marks) {
    const ring = cellRing(parent)
    for (const [i, from] of ring.slice(0, -1).entries()) {
      const path = [from, ring[i + 1] ?? from]
      const key = path.map(cornerKey).sort().join(' ')
      const isDashed = state !== 'failed' && (edges.get(key)?.isDashed ?? true)
      edges.set(key, { path, isDashed })
    }
  }
  return [...edges.values()]
}

/** Returns the same text for a corner from each of the tiles that meet there. */
function cornerKey([lng, lat]: [number, number]): string {
  return `${((lng + 540) % 360).toFixed(6)},${lat.toFixed(6)}`
}
