import type { Handler } from 'hono'
import { encodeTile } from '../../../contract/figure-tile.ts'
import { PART_TILES_MAX, type PartsAnswer } from '../../../contract/proxy-api.ts'
import type { Cell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { nextTurn } from '../../../server/work/turns.ts'
import { refuseValue } from '../../access/answers.ts'
import type { TileLedger } from '../../ledger/ledger.ts'
import type { Savings } from '../../spending/savings.ts'
import { layOut } from '../../tiles/cut-answer.ts'
import { readParents } from '../read-parents.ts'
import { readEditionPath } from '../read-request.ts'

/**
 * `GET /api/parts/:as_of/:lens/:resolution?parents=A,B`: returns what is held of tiles that are not held as a whole, so
 * that a map that buys nothing still shows what was bought as a circle or a place. Spends nothing.
 */
export function partsRoute(deps: {
  ledger: Pick<TileLedger, 'edition' | 'parts'>
  savings: Pick<Savings, 'add'>
}): Handler {
  const { ledger, savings } = deps
  return async (c) => {
    const name = readEditionPath(c)
    if (name.kind === 'invalid') return refuseValue(c, name)
    const parents = readParents((c.req.query('parents') ?? '').split(','), name.value.resolution, PART_TILES_MAX)
    if (parents.kind === 'invalid') return refuseValue(c, parents)
    const edition = await ledger.edition(name.value)
    const found =
      edition === null ? [] : await Promise.all(parents.value.map((each) => partOf(ledger, name.value, each)))
    const parts = found.filter((part) => part !== null)
    savings.add(parts.reduce((sum, { held }) => sum + held, 0))
    // The next purchase changes it.
    c.header('Cache-Control', 'no-store')
    const answer: PartsAnswer = { parts: parts.map(({ held: _, ...part }) => part), edition }
    return c.json(answer)
  }
}

async function partOf(ledger: Pick<TileLedger, 'parts'>, name: EditionName, parent: Cell) {
  await nextTurn()
  const pieces = await ledger.parts(name, parent)
  if (pieces.length === 0) return null
  const figures = layOut(parent, pieces)
  const runs: [first: number, count: number][] = []
  for (const [index, figure] of figures.entries()) {
    if (figure === undefined) continue
    const run = runs.at(-1)
    if (run && run[0] + run[1] === index) run[1]++
    else runs.push([index, 1])
  }
  const tile = encodeTile({ parent, figures: figures.map((figure) => figure ?? null) })
  const held = runs.reduce((sum, [, count]) => sum + count, 0)
  return { parent, runs, bytes: Buffer.from(tile).toString('base64'), held }
}
