import type { Handler } from 'hono'
import { GROUND_TILES_MAX, type GroundAnswer, writeGround } from '../../contract/cell-ground.ts'
import { invalid, type Parsed } from '../../contract/parsed.ts'
import { type Cell, parseCell, type Resolution } from '../../domain/cell.ts'
import { tileResolution } from '../../domain/tile.ts'
import { refuseValue } from '../access/answers.ts'
import type { FindGround } from '../hints/ground/cell-ground.ts'
import { readParents } from './read-parents.ts'

/** As long as the proxy itself relies on the service's coverage. */
const FOR_TEN_MINUTES = 'public, max-age=600'

/**
 * `GET /api/ground?parents=A,B`: returns what the cells of tiles at one resolution lie on. Spends nothing. Pages add the
 * name of the coverage, so that caches do not return what an earlier one stated.
 */
export function groundRoute(findGround: FindGround): Handler {
  return async (c) => {
    const asked = readAsked(c.req.query('parents') ?? '')
    if (asked.kind === 'invalid') return refuseValue(c, asked)
    const { parents, resolution } = asked.value
    const { tiles, isCoverageKnown } = await findGround(parents, resolution, c.req.raw.signal)
    c.header('Cache-Control', isCoverageKnown ? FOR_TEN_MINUTES : 'no-store')
    const answer: GroundAnswer = {
      tiles: Object.fromEntries([...tiles].map(([parent, grounds]) => [parent, writeGround(grounds)])),
    }
    return c.json(answer)
  }
}

function readAsked(raw: string): Parsed<{ parents: Cell[]; resolution: Resolution }> {
  const texts = raw.split(',')
  const first = parseCell(texts[0] ?? '')
  const resolution = first && tileResolution(first)
  if (resolution === null) {
    return invalid('parents', `expected H3 cells of one resolution from 1 to 5, separated by commas, found '${raw}'`)
  }
  const parents = readParents(texts, resolution, GROUND_TILES_MAX)
  return parents.kind === 'invalid' ? parents : { kind: 'ok', value: { parents: parents.value, resolution } }
}
