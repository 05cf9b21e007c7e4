import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { Ring } from './land-mask.ts'

interface OutlineFile {
  /** Degrees of one step on the grid, and where its corner is. */
  readonly scale: readonly [number, number]
  readonly translate: readonly [number, number]
  /** Rings by country, each as steps x, y, x, y … on the grid. */
  readonly countries: Readonly<Record<string, readonly (readonly number[])[]>>
}

/**
 * Reads the outlines that `scripts/build-data.js` takes from Natural Earth at 1:10 million: all rings of a country, by its
 * ISO 3166-1 numeric code. Throws for a country that is not among them.
 */
export function readOutlines(): (country: string) => Ring[] {
  const file = createRequire(import.meta.url).resolve('#data/outlines.json.gz')
  const { scale, translate, countries } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as OutlineFile
  return (country) => {
    const rings = countries[country]
    if (rings === undefined) throw new Error(`Expected an outline of country ${country} in ${file}, found none.`)
    return rings.map((steps) => walk(steps, scale, translate))
  }
}

function walk(steps: readonly number[], [sx, sy]: OutlineFile['scale'], [tx, ty]: OutlineFile['translate']): Ring {
  const ring: [number, number][] = []
  let x = 0
  let y = 0
  for (let i = 0; i < steps.length; i += 2) {
    x += steps[i] as number
    y += steps[i + 1] as number
    ring.push([x * sx + tx, y * sy + ty])
  }
  return ring
}

/** Reads the cells at resolution 8 that `scripts/land/sea-cells.js` finds in the sea, where the outlines have land. */
export function readSeaCells(): ReadonlySet<string> {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('#data/sea-cells.bin'))
  return new Set(Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readBigUInt64BE(8 * i).toString(16)))
}
