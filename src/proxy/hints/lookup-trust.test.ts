import { afterEach, beforeEach, expect, it } from 'vitest'
import { parentsAround } from '../../testing/cells.ts'
import { type StrangeProxy, startStrangeProxy } from '../../testing/strange-proxy.ts'

const DAY = 86_400_000
const [WRONG = '', ...OTHERS] = parentsAround(8, 8)

let now: number
let strange: StrangeProxy

beforeEach(async () => {
  now = Date.parse('2026-11-20T00:00:00Z')
  strange = await startStrangeProxy({ hasListings: () => false }, { clock: () => new Date(now) })
  await isBought(OTHERS[0])
  await isBought(WRONG)
  await isBought(WRONG, { distrust_lookups: true })
})
afterEach(() => strange.close())

/** Returns whether a purchase of a tile that is not held makes a call. */
async function isBought(parent = '', changed = {}): Promise<boolean> {
  return (await strange.proxy.buy([parent], changed)).receipt.calls > 0
}

it('reports of empty ground are not trusted after a wrong one, and again once the service is repaired', async () => {
  const { service } = strange
  expect(await isBought(OTHERS[1])).toBe(true)
  service.rules.hasListings = (parent) => parent !== OTHERS[5]
  now += DAY - 1
  expect(await isBought(OTHERS[2])).toBe(true)
  expect(await isBought(OTHERS[3])).toBe(true)
  now += 1
  expect(await isBought(OTHERS[4]), 'it has figures, and the wrong report was corrected').toBe(true)
  expect(await isBought(OTHERS[5])).toBe(false)
  expect(await isBought(OTHERS[0]), 'a report from before is asked for again').toBe(true)
})

it('a service whose wrong report stays is not believed, and is asked less and less often', async () => {
  const { service } = strange
  service.rules.hasListings = (parent) => parent !== WRONG
  const checks = () => service.free.filter((target) => target.endsWith(`h3=${WRONG}`)).length
  const made: number[] = []
  for (const parent of OTHERS.slice(1)) {
    now += DAY
    const before = checks()
    expect(await isBought(parent)).toBe(true)
    made.push(checks() - before)
  }
  expect(made).toEqual([1, 0, 1, 0, 0, 0])
})
