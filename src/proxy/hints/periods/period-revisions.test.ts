import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Edition } from '../../../contract/proxy-api.ts'
import { receivedCoverage } from '../../../contract/service/coverage.ts'
import { receivedSnapshot } from '../../../contract/service/stats/received-snapshot.ts'
import { createPeriodRevisions } from './period-revisions.ts'

const covering = (revisions: Record<string, string>) => receivedCoverage.parse({ countries: [], revisions })

it('keeps what was bought of a new month before coverage named its revision', async () => {
  let coverage = covering({ '2026-11-01': 'november' })
  const held: { as_of: string; revision: string | null }[] = []
  const dropped: string[] = []
  const revisions = createPeriodRevisions({
    coverage: async () => coverage,
    ledger: {
      revisions: async () => held,
      forget: async (labels) => void dropped.push(...labels),
    },
    period: { lookAgain: () => {} },
    log: pino({ level: 'silent' }),
    elapsed: () => 0,
  })
  const bought = async (as_of: string, revision: string) => {
    const snapshot = receivedSnapshot.parse({ as_of, revision })
    const stamped = await revisions.stamp({ as_of, snapshot } as Edition)
    held.push({ as_of, revision: stamped.snapshot.revision ?? null })
  }
  await bought('2026-10-01', 'october')
  await bought('2026-11-01', 'november')
  await bought('2026-12-01', 'december')
  expect(held.map(({ revision }) => revision)).toEqual([null, 'november', 'december'])
  coverage = covering({ '2026-11-01': 'november', '2026-12-01': 'december' })
  await revisions.check()
  expect(dropped).toEqual([])
  coverage = covering({ '2026-11-01': 'november', '2026-12-01': 'december, built again' })
  await revisions.check()
  expect(dropped).toEqual(['2026-12-01'])
})
