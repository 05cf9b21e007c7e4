import { expect, it } from 'vitest'
import { receivedStats } from '../../contract/service/stats/received-stats.ts'
import { lensKey } from '../../domain/lens.ts'
import { tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { statsBody } from '../../testing/strange-service/bodies/stats-body.ts'
import { defaultRules } from '../../testing/strange-service/rules/default-rules.ts'
import { type BoughtSlice, type CutAnswer, cutAnswer, missingSlices } from './cut-answer.ts'
import { readPacked, unpackAnswer } from './packed-answer.ts'
import { cutSlice } from './slice.ts'
import { packTile } from './stored-tile.ts'

const AT = new Date('2026-11-21T10:00:00Z')
const [WHOLE = [], CUT = []] = parentsAround(8, 9).map((parent) => missingSlices(parent, []))
const slices = [...WHOLE, ...CUT.flatMap((slice) => cutSlice(slice, 200).filter((piece) => piece !== null))]
const asked = { lens: lensKey({}), resolution: 8, slices } as const

function bodyOf(change: object = {}): Uint8Array {
  const cells = slices.flatMap(({ parent }) => tileCells(parent))
  return Buffer.from(JSON.stringify({ ...statsBody(defaultRules(), cells, {}), ...change }))
}

function unpacked(body: Uint8Array): CutAnswer {
  // Another thread receives a copy.
  const steps = unpackAnswer(structuredClone(readPacked(body, asked, AT)), slices)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const withoutTile = ({ tile: _, ...slice }: BoughtSlice) => slice

it('an answer is the same after it was packed and unpacked, and whole tiles are ready to be stored', () => {
  const cut = cutAnswer(receivedStats.parse(JSON.parse(Buffer.from(bodyOf()).toString())), asked)
  const got = unpacked(bodyOf())
  if (cut.kind !== 'ok' || got.kind !== 'ok') throw new Error('expected a readable answer')
  expect({ ...got, slices: got.slices.map(withoutTile) }).toEqual(cut)
  expect(got.rows).toBeGreaterThan(300)
  expect(got.slices.map(({ tile }) => tile !== undefined)).toEqual([true, false, false])
  const [first] = cut.slices
  if (first === undefined) throw new Error('expected a slice')
  const tile = packTile({ parent: first.parent, figures: first.figures }, AT)
  expect(got.slices[0]?.tile).toEqual({ ...tile, gzip: Uint8Array.from(tile.gzip) })
})

it('an answer that cannot be cut, or is of another shape, says why, and what is not JSON throws', () => {
  expect(unpacked(bodyOf({ resolution: 7 }))).toMatchObject({ kind: 'invalid' })
  expect(unpacked(bodyOf({ stats: 7 }))).toMatchObject({ kind: 'invalid', reason: expect.stringMatching(/^stats: /) })
  const wrapped = Buffer.from(`{"data":${bodyOf()}}`)
  expect(unpacked(wrapped)).toMatchObject({
    kind: 'invalid',
    reason: expect.stringMatching(/under 'stats'.*found 'data'$/),
  })
  expect(() => readPacked(Buffer.from('<html>'), asked, AT)).toThrow()
})
