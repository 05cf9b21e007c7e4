import { expect, test } from 'vitest'
import { tileCells } from '../domain/tile.ts'
import { parentsAround } from '../testing/cells.ts'
import { createComputing } from './computing.ts'
import { readValue, unpackPage } from './upstream/free-values.ts'

/** A question mark begins a key that is a mapping in turn, which takes the parser of YAML far more than twice as long. */
const ENDLESS = `${'? '.repeat(400)}a\n`.repeat(200)

test('reading a contract that would take hours is abandoned, and other work continues', async () => {
  const computing = createComputing({ longestContract: 1_000 })
  const given = computing.readOpenApi(new TextEncoder().encode(ENDLESS))
  const cells = computing.cellsOfCircle({ lat: 41.4, lng: 2.2, radius_km: 3 }, 8, new AbortController().signal)
  expect(await given).toBeNull()
  expect((await cells).cells.length).toBeGreaterThan(0)
  await computing.close()
}, 60_000)

test('a free answer too long to be read beside other requests is read as a short one is', async () => {
  const computing = createComputing()
  const cells = parentsAround(8, 20).flatMap(tileCells)
  const bodyOf = (list: readonly string[]) => Buffer.from(JSON.stringify({ results: list.map((h3) => ({ h3 })) }))
  const steps = unpackPage(await computing.readValue('hexes', bodyOf(cells), {}))
  let step = steps.next()
  while (!step.done) step = steps.next()
  expect(step.value).toMatchObject({ cells, resolutions: [8], unreadable: 0, hasMore: false })

  const country = (index: number) => ({ country: `c${index}`, h3_resolutions: [4], prices_available: true })
  const coverageOf = (count: number) =>
    Buffer.from(JSON.stringify({ countries: Array.from({ length: count }, (_, i) => country(i)) }))
  const long = await computing.readValue('coverage', coverageOf(2_000), {})
  expect(long.countries.slice(0, 3)).toEqual(readValue('coverage', coverageOf(3), {}).countries)
  expect(long.countries).toHaveLength(2_000)

  const odd = Buffer.from(JSON.stringify({ countries: 7, text: 'a'.repeat(100_000) }))
  await expect(computing.readValue('coverage', odd, {})).rejects.toThrow(/^countries: /)
  await expect(computing.readValue('coverage', Buffer.from('<'.repeat(100_000)), {})).rejects.toThrow(SyntaxError)
  await computing.close()
}, 60_000)
