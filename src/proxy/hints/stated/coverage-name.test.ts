import { expect, it } from 'vitest'
import { receivedCoverage } from '../../../contract/service/coverage.ts'
import { createCoverageName } from './coverage-name.ts'
import { createCoverageReader } from './coverage-reader.ts'

const SPAIN = { country: 'es', h3_resolutions: [4, 5, 6], searchable: true, prices_available: true }
const PORTUGAL = { ...SPAIN, country: 'pt' }

it('is another one whenever markets or periods are others, and only then', async () => {
  let said = 0
  let stated: object = { countries: [SPAIN, PORTUGAL] }
  const find = createCoverageName(async () => receivedCoverage.parse(stated), { onOther: () => said++ })
  const first = await find()
  stated = { countries: [PORTUGAL, { ...SPAIN, last_ad_parsed_at: '2026-11-21T10:00:00Z' }], freshness: 'Just now.' }
  expect([await find(), said]).toEqual([first, 0])
  const others = [
    { countries: [SPAIN] },
    { countries: [SPAIN, { ...PORTUGAL, searchable: false }] },
    { countries: [SPAIN, { ...PORTUGAL, h3_resolutions: [4, 5, 6, 7] }] },
    { countries: [SPAIN, PORTUGAL], revisions: { '2026-11-01': 'a' } },
    { countries: [SPAIN, PORTUGAL], revisions: { '2026-11-01': 'b' } },
  ]
  const names = new Set([first])
  for (const other of others) {
    stated = other
    names.add(await find())
  }
  expect([names.size, said]).toEqual([6, 5])
})

it.each([
  ['a service without markets', { countries: [] }, 60_000],
  ['one that names revisions', { countries: [SPAIN], revisions: {} }, 60_000],
  ['another one', { countries: [SPAIN] }, 600_000],
])('%s is asked again for what it covers', async (_, stated, after) => {
  let [now, asked] = [0, 0]
  const coverage = async () => {
    asked++
    return { kind: 'ok', value: receivedCoverage.parse(stated), quota: {} } as never
  }
  const read = createCoverageReader({ upstream: { coverage }, elapsed: () => now })
  for (now of [0, after - 1, after]) await read()
  expect(asked).toBe(2)
})
