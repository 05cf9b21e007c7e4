import type { LayerDataSource } from '@deck.gl/core'
import { ScatterplotLayer } from '@deck.gl/layers'
import type { Placed, Rgba } from './placed.ts'

/** A faint dot in each bought cell for which the service had no row. */
export function tooFewDots(centers: Float64Array, style: { color: Rgba; radiusPx: number }, placed: Placed) {
  return new ScatterplotLayer<unknown, Record<string, unknown>>({
    ...placed,
    id: 'too-few-dots',
    // Binary data, as in figure-cells.ts.
    data: binaryPoints(centers) as unknown as LayerDataSource<unknown>,
    getFillColor: style.color,
    getRadius: style.radiusPx,
    radiusUnits: 'pixels',
    pickable: false,
  })
}

const points = new WeakMap<Float64Array, object>()

function binaryPoints(centers: Float64Array): object {
  const known = points.get(centers) ?? {
    length: centers.length / 2,
    attributes: { getPosition: { value: centers, size: 2 } },
  }
  points.set(centers, known)
  return known
}
