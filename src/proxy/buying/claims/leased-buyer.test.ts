import { pino } from 'pino'
import { expect, it } from 'vitest'
import { type Cell, trustCell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { LedgerUnreachable } from '../../ledger/ledger.ts'
import type { Wanted } from './batch.ts'
import { Claim } from './claim.ts'
import { createLeasedBuyer, type LeasedBuyerDeps } from './leased-buyer.ts'

const NAME = { as_of: '2026-11-01', lens: 'default', resolution: 8 } as EditionName
const TILE = trustCell('85394463fffffff')
const OTHER_TILE = trustCell('85394467fffffff')

/** Buys a tile where this goes wrong; returns the code of the refusal, what is logged and whether the claim was released. */
async function buyThrough(broken: Partial<Pick<LeasedBuyerDeps, 'buyBatch' | 'currentTiles'>>) {
  const said: string[] = []
  const released: Claim[] = []
  const deps = {
    leases: { take: async (keys: readonly string[]) => new Set(keys) },
    currentTiles: async () => [{ name: NAME, parents: [TILE] }],
    register: { release: async (claims: readonly Claim[]) => void released.push(...claims) },
    log: pino({}, { write: (line) => said.push(JSON.parse(line).msg) }),
    ...broken,
  } as unknown as LeasedBuyerDeps
  const claim = new Claim(NAME, TILE)
  const calls = await createLeasedBuyer(deps)({ name: NAME } as Wanted, [claim], [])
  const code = claim.settled?.kind === 'refused' ? claim.settled.refusal.code : null
  return { code, said, calls, isReleased: released.includes(claim) }
}

it.each([
  ['a fault of the program', new TypeError('x is undefined'), 'internal_error', ['a purchase failed']],
  ['a store that is away', new LedgerUnreachable('away'), 'ledger_unreachable', []],
])('%s refuses the tile, frees it for others, and is logged unless the store has said it', async (...given) => {
  const [, error, code, said] = given
  const fail = async () => {
    throw error
  }
  const expected = { code, said, calls: 0, isReleased: true }
  expect(await buyThrough({ buyBatch: fail })).toEqual(expected)
  expect(await buyThrough({ currentTiles: fail })).toEqual(expected)
})

it('a store that is away while others buy a tile stops no purchase that is under way', async () => {
  const [mine, others] = [new Claim(NAME, TILE), new Claim(NAME, OTHER_TILE)]
  const released: Claim[] = []
  let isMineOpen = false
  const deps = {
    leases: { take: async () => new Set([mine.key]) },
    currentTiles: async (_: EditionName, parents: readonly Cell[]) => {
      if (parents.includes(OTHER_TILE)) throw new LedgerUnreachable('away')
      return [{ name: NAME, parents }]
    },
    register: { release: async (claims: readonly Claim[]) => void released.push(...claims) },
    buyBatch: async () => {
      await others.outcome
      isMineOpen = mine.settled === null && !released.includes(mine)
      return 1
    },
  } as unknown as LeasedBuyerDeps
  expect(await createLeasedBuyer(deps)({ name: NAME } as Wanted, [mine, others], [])).toBe(1)
  expect(isMineOpen).toBe(true)
  expect(others.settled).toMatchObject({ kind: 'refused', refusal: { code: 'ledger_unreachable' } })
  expect(released).toEqual(expect.arrayContaining([mine, others]))
})
