import { SolidPolygonLayer } from '@deck.gl/layers'
import type { Ring } from './outlines.ts'
import type { Placed, Rgba } from './placed.ts'

/** One polygon with its holes, and what it is filled with. */
export interface AreaFill {
  readonly rings: readonly Ring[]
  readonly color: Rgba
}

/** Returns a layer that fills areas so lightly that the figures under them keep their colours. */
export function areaFills(fills: readonly AreaFill[], placed: Placed) {
  return new SolidPolygonLayer<AreaFill, Placed>({
    ...placed,
    id: 'area-fills',
    data: fills,
    getPolygon: ({ rings }) => rings.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])),
    getFillColor: ({ color }) => color,
    pickable: false,
  })
}
