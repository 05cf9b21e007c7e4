import { expect, test } from 'vitest'
import { createComputing } from './computing.ts'

/** A question mark begins a key that is a mapping in turn, which takes the parser of YAML far more than twice as long. */
const ENDLESS = `${'? '.repeat(400)}a\n`.repeat(200)

test('reading a contract that would take hours is abandoned, and other work continues', async () => {
  const computing = createComputing()
  const given = computing.readOpenApi(new TextEncoder().encode(ENDLESS))
  const cells = computing.cellsOfCircle({ lat: 41.4, lng: 2.2, radius_km: 3 }, 8, new AbortController().signal)
  expect(await given).toBeNull()
  expect((await cells).cells.length).toBeGreaterThan(0)
  await computing.close()
}, 60_000)
