import type { Handler } from 'hono'
import { GROUND_TILES_MAX, type GroundAnswer, writeGround } from '../../contract/cell-ground.ts'
import { invalid, type Parsed } from '../../contract/parsed.ts'
import { type Cell, parseCell, type Resolution } from '../../domain/cell.ts'
import { tileResolution } from '../../domain/tile.ts'
import { refuseValue } from '../access/answers.ts'
import type { FindGround } from '../hints/cell-ground.ts'
import { parseParent } from '../tiles/tile-name.ts'

/** As long as the proxy itself relies on the service's coverage. */
const FOR_AN_HOUR = 'public, max-age=3600'

/** `GET /api/ground?parents=A,B`: returns what the cells of tiles at one resolution lie on. Spends nothing. */
export function groundRoute(findGround: FindGround): Handler {
  return async (c) => {
    const asked = readParents(c.req.query('parents') ?? '')
    if (asked.kind === 'invalid') return refuseValue(c, asked)
    const { parents, resolution } = asked.value
    const { tiles, isCoverageKnown } = await findGround(parents, resolution, c.req.raw.signal)
    c.header('Cache-Control', isCoverageKnown ? FOR_AN_HOUR : 'no-store')
    const answer: GroundAnswer = {
      tiles: Object.fromEntries([...tiles].map(([parent, grounds]) => [parent, writeGround(grounds)])),
    }
    return c.json(answer)
  }
}

function readParents(raw: string): Parsed<{ parents: Cell[]; resolution: Resolution }> {
  const texts = raw.split(',')
  if (texts.length > GROUND_TILES_MAX) {
    return invalid('parents', `expected at most ${GROUND_TILES_MAX} parents, found ${texts.length}`)
  }
  const first = parseCell(texts[0] ?? '')
  const resolution = first && tileResolution(first)
  if (resolution === null) {
    return invalid('parents', `expected H3 cells of one resolution from 1 to 5, separated by commas, found '${raw}'`)
  }
  const parents: Cell[] = []
  for (const text of texts) {
    const parent = parseParent(text, resolution)
    if (parent.kind === 'invalid') return invalid('parents', parent.message)
    parents.push(parent.value)
  }
  return { kind: 'ok', value: { parents, resolution } }
}
