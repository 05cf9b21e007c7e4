import { PathLayer } from '@deck.gl/layers'
import type { Placed, Rgba } from './placed.ts'

/** A ring of [lng, lat], closed. */
export type Ring = readonly (readonly [number, number])[]

export interface OutlineStyle {
  readonly color: Rgba
  readonly widthPx: number
  /** The colour of a wider line beneath, so that the outline is visible on any colour. */
  readonly casing: Rgba
}

/** Returns two layers that draw rings as lines with a casing, the casing first. */
export function outlines(id: string, rings: readonly Ring[], style: OutlineStyle, placed: Placed) {
  return [
    outline(`${id}-casing`, rings, style.casing, style.widthPx + 2.5, placed),
    outline(id, rings, style.color, style.widthPx, placed),
  ]
}

/** A line of [lng, lat] in its own colour. */
export interface ColoredLine {
  readonly path: Ring
  readonly color: Rgba
}

/** Returns two layers that draw lines of several colours with one casing. */
export function coloredLines(
  id: string,
  lines: readonly ColoredLine[],
  { widthPx, casing }: Pick<OutlineStyle, 'widthPx' | 'casing'>,
  placed: Placed,
) {
  const shared = {
    ...placed,
    data: lines,
    getPath: ({ path }: ColoredLine) => path.map(([lng, lat]): [number, number] => [lng, lat]),
    widthUnits: 'pixels',
    jointRounded: true,
    capRounded: true,
    pickable: false,
  } as const
  return [
    new PathLayer<ColoredLine, Placed>({ ...shared, id: `${id}-casing`, getColor: casing, getWidth: widthPx + 2.5 }),
    new PathLayer<ColoredLine, Placed>({ ...shared, id, getColor: ({ color }) => color, getWidth: widthPx }),
  ]
}

function outline(id: string, rings: readonly Ring[], color: Rgba, widthPx: number, placed: Placed) {
  return new PathLayer<Ring, Placed>({
    ...placed,
    id,
    data: rings,
    getPath: (ring) => ring.map(([lng, lat]): [number, number] => [lng, lat]),
    getColor: color,
    getWidth: widthPx,
    widthUnits: 'pixels',
    jointRounded: true,
    capRounded: true,
    pickable: false,
  })
}
