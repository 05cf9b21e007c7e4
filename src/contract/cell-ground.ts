/** What the cells of tiles lie on, as the proxy sends it to the page. */
import { z } from 'zod'
import { GROUNDS, type Ground } from '../domain/ground.ts'
import { invalid, type Parsed } from './parsed.ts'

/** The most tiles in one request: as many as a view has. */
export const GROUND_TILES_MAX = 150

const LETTERS: Readonly<Record<Ground, string>> = { market: 'm', shore: 'h', sea: 's', elsewhere: 'e', unknown: 'u' }
const GROUND_OF: ReadonlyMap<string, Ground> = new Map(GROUNDS.map((ground) => [LETTERS[ground], ground]))

/** `GET /api/ground?parents=A,B`: for each tile one letter per cell, in `tileCells` order. */
export const groundAnswer = z.object({ tiles: z.record(z.string(), z.string().regex(/^[mhseu]*$/)) })
export type GroundAnswer = z.infer<typeof groundAnswer>

/** Writes the ground of a tile's cells as letters. */
export function writeGround(grounds: readonly Ground[]): string {
  return grounds.map((ground) => LETTERS[ground]).join('')
}

/** Reads the letters of a tile with this many cells. */
export function readGround(letters: string, cells: number): Parsed<Ground[]> {
  const grounds = [...letters].flatMap((letter) => GROUND_OF.get(letter) ?? [])
  if (grounds.length === cells && letters.length === cells) return { kind: 'ok', value: grounds }
  return invalid('tiles', `expected ${cells} letters of ground, found '${letters}'`)
}
