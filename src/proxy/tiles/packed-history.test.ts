import { expect, it } from 'vitest'
import { lensKey } from '../../domain/lens.ts'
import { tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { statsBody } from '../../testing/strange-service/bodies/stats-body.ts'
import { defaultRules } from '../../testing/strange-service/rules/default-rules.ts'
import { createComputing } from '../computing.ts'
import { missingSlices } from './cut-answer.ts'

const AT = new Date('2026-11-21T10:00:00Z')
const MONTHS = ['2026-10-01', '2026-11-01']
const parents = parentsAround(8, 1)
const asked = {
  lens: lensKey({}),
  resolution: 8,
  slices: parents.flatMap((parent) => missingSlices(parent, [])),
} as const
const rules = { ...defaultRules(), hasFigures: (cell: string) => cell.charCodeAt(9) % 4 === 0 }

function historyOf(copies: number): Uint8Array {
  const cells = parents.flatMap(tileCells)
  const history = MONTHS.map((as_of) => {
    const { stats, ...point } = statsBody({ ...rules, as_of }, cells, {})
    return { ...point, stats: Array.from({ length: copies }, () => stats).flat() }
  })
  return Buffer.from(JSON.stringify({ history }))
}

it('a history too long to be read beside other requests is the same as a short one', async () => {
  const computing = createComputing()
  expect([historyOf(1).byteLength < 65_536, historyOf(9).byteLength > 65_536]).toEqual([true, true])
  for (const areRowsAll of [false, true]) {
    const wanted = { ...asked, areRowsAll }
    const one = await computing.readHistory(historyOf(1), wanted, AT)
    const long = await computing.readHistory(historyOf(9), wanted, AT)
    // Another thread sends bytes, not buffers.
    expect(long).toEqual(structuredClone(one))
    expect(long.periods.map(({ label }) => label)).toEqual(MONTHS)
    const figures = long.periods.flatMap(({ answer }) =>
      answer.kind === 'ok' ? answer.slices.flatMap((slice) => slice.figures) : [],
    )
    expect(figures.length).toBeGreaterThan(50)
    // Without a row, nothing is known of a cell where rows are all that an answer tells.
    expect(figures.includes(null)).toBe(!areRowsAll)
  }
  await computing.close()
})

it('a period that says that it is a part does not pass for the whole, and neither does its history', async () => {
  const computing = createComputing()
  const history = JSON.parse(Buffer.from(historyOf(1)).toString()) as { history: object[] }
  for (const more of [{ truncated: true }, { meta: { warnings: ['Only the first 50 rows are sent.'] } }]) {
    const [first, last] = history.history
    const body = Buffer.from(JSON.stringify({ history: [{ ...first, ...more }, last] }))
    const { periods, says } = await computing.readHistory(body, asked, AT)
    expect(says).not.toBeNull()
    const told = periods.map(({ answer }) => (answer.kind === 'ok' ? answer.sent.says : answer))
    expect(told).toEqual([says, null])
  }
  await computing.close()
})

it('a long answer that is not a history is refused with what is wrong', async () => {
  const computing = createComputing()
  const long = JSON.stringify({ text: 'a'.repeat(100_000) })
  await expect(computing.readHistory(Buffer.from(long), asked, AT)).rejects.toThrow('expected a list of periods')
  await expect(computing.readHistory(Buffer.from(`${long},`), asked, AT)).rejects.toThrow(SyntaxError)
  await computing.close()
})
