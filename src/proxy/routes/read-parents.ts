import { invalid, type Parsed } from '../../contract/parsed.ts'
import type { Cell, Resolution } from '../../domain/cell.ts'
import { parseParent } from '../tiles/tile-name.ts'

/** Reads a list of parents, separated by commas, of tiles at a resolution. */
export function readParents(texts: readonly string[], resolution: Resolution, max: number): Parsed<Cell[]> {
  if (texts.length > max) return invalid('parents', `expected at most ${max} parents, found ${texts.length}`)
  const parents: Cell[] = []
  for (const text of texts) {
    const parent = parseParent(text, resolution)
    if (parent.kind === 'invalid') return invalid('parents', parent.message)
    parents.push(parent.value)
  }
  return { kind: 'ok', value: parents }
}
