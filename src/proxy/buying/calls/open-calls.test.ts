import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Cell } from '../../../domain/cell.ts'
import { lensKey } from '../../../domain/lens.ts'
import { parseAsOf } from '../../../domain/period.ts'
import { tileCells } from '../../../domain/tile.ts'
import { parentsAround } from '../../../testing/cells.ts'
import type { OpenCall, OpenCallLedger } from '../../ledger/ledger.ts'
import { callSize } from '../../planning/calls/call-size.ts'
import type { Selector } from '../../planning/calls/plan.ts'
import type { PlannedCall } from './call-planner.ts'
import { createOpenCalls } from './open-calls.ts'

const NAME = { as_of: parseAsOf('2026-11-01') ?? expect.fail(), lens: lensKey({ rooms: '3' }), resolution: 8 as const }
const [PARENT, OTHER, THIRD] = parentsAround(8, 3) as [Cell, Cell, Cell]
const QUESTION = { basePath: '/public/v1', lens: { rooms: '3' }, resolution: 8, style: 'repeats' } as const

function planned(selector: Selector): PlannedCall {
  const slices = [
    { parent: PARENT, first: 10, cells: tileCells(PARENT).slice(10, 20) },
    { parent: OTHER, first: 0, cells: tileCells(OTHER) },
  ]
  const call = { selector, slices }
  return { ...call, question: QUESTION, size: callSize(call, QUESTION), isProven: true }
}

function openCallsOver(ledger: Partial<OpenCallLedger>, purpose: 'tiles' | 'rates' = 'tiles') {
  const log = pino({ level: 'silent' })
  return createOpenCalls({ ledger: ledger as OpenCallLedger, basePath: '/public/v1', log, purpose })
}

function keptInMemory(): OpenCallLedger {
  const kept = new Map<string, OpenCall>()
  return {
    keepOpenCall: async (_, call) => void kept.set(call.id, call),
    openCalls: async () => [...kept.values()],
    dropOpenCall: async (_, id) => void kept.delete(id),
  }
}

it.each<Selector>([
  { kind: 'cells', cells: tileCells(PARENT) },
  { kind: 'circle', lat: 41.4, lng: 2.2, radius_km: 3.25 },
  { kind: 'place', geo_id: 'z1', size: 900 },
])('a begun call is read as it was sent: $kind', async (selector) => {
  const ledger = keptInMemory()
  const calls = openCallsOver(ledger)
  const begun = await calls.begin(NAME, planned(selector), 'counted')
  expect(await calls.about(NAME, [PARENT, THIRD])).toEqual([
    { ...begun, question: { ...QUESTION, currency: undefined } },
  ])
  expect(await calls.about(NAME, [THIRD])).toEqual([])
  expect(await openCallsOver(ledger, 'rates').about(NAME, [PARENT])).toEqual([])
  await calls.noteBroken(NAME, begun)
  expect(await calls.about(NAME, [OTHER])).toMatchObject([{ id: begun.id, risk: null }])
  await calls.end(NAME, begun.id)
  expect(await calls.about(NAME, [OTHER])).toEqual([])
})

it('a call is not begun where the ledger does not keep it', async () => {
  const away = async () => Promise.reject(new Error('away'))
  const calls = openCallsOver({ keepOpenCall: away })
  const call = planned({ kind: 'cells', cells: tileCells(PARENT) })
  await expect(calls.begin(NAME, call, 'none')).rejects.toThrow('away')
  await calls.noteBroken(NAME, { ...call, id: 'known', risk: 'none' })
})

it('a call that a proxy of another version has begun holds up nothing', async () => {
  const ledger = keptInMemory()
  const calls = openCallsOver(ledger)
  await ledger.keepOpenCall(NAME, { id: 'newer', body: '{"purpose":"tiles","selector":{"kind":"polygon"}}' }, 1_000)
  const begun = await calls.begin(NAME, planned({ kind: 'cells', cells: tileCells(PARENT) }), 'counted')
  expect(await calls.about(NAME, [PARENT])).toMatchObject([{ id: begun.id }])
})
