import { FillStyleExtension, PathStyleExtension } from '@deck.gl/extensions'
import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers'
import type { TileMark } from '../drawn-cells.ts'
import { cellRing } from '../tile-geometry.ts'
import type { Placed, Rgba } from './placed.ts'

const dashes = [new PathStyleExtension({ dash: true })]
const patterns = [new FillStyleExtension({ proceduralPattern: true })]
const fillPatternMapping = {
  failed: { type: 'cross-hatch', angles: [45, 135], strokeWidth: 1, gap: 15 },
} as const

/** Tiles that were not bought (dashed outline), and tiles that failed (outline and a cross-hatch). */
export function tileMarks(marks: readonly TileMark[], color: Rgba, placed: Placed) {
  const outlined = marks.filter(({ state }) => state !== 'no_listings' && state !== 'not_covered')
  const failed = marks.filter(({ state }) => state === 'failed')
  const [red, green, blue] = color
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
    new PathLayer<TileMark, Record<string, unknown>>({
      ...placed,
      id: 'tile-outlines',
      data: outlined,
      getPath: ({ parent }) => cellRing(parent),
      getColor: color,
      getWidth: 1,
      widthUnits: 'pixels',
      getDashArray: ({ state }: TileMark) => (state === 'failed' ? [0, 0] : [5, 4]),
      extensions: dashes,
      pickable: false,
    }),
  ]
}
