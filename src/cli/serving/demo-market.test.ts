import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptSpans, readImportRuns } from '../../service/import/import-runs.ts'
import { listingFiles } from '../../service/listings/listing-store.ts'
import { removeRuns } from '../../service/runs/remove-run.ts'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'
import { FIXTURE_NOW } from '../../testing/service-fixture.ts'
import { keepDemoCurrent } from './demo-market.ts'

let fixture: ImportFixture
beforeAll(() => {
  fixture = makeImportFixture()
})
afterAll(() => fixture.remove())

test('taking back the last import does not bring the demonstration', async () => {
  const { dataDir } = fixture
  const demo = () => keepDemoCurrent({ dataDir, now: FIXTURE_NOW, listings: 1000, log: pino({ level: 'silent' }) })
  await fixture.importFile(fixture.write('a.csv', 'price,latitude,longitude,date\n1000,40.4,-3.7,2026-10-03\n'))
  expect(await demo()).toBeNull()
  await removeRuns({ dataDir, ids: [1], read: () => readImportRuns(dataDir), spansOf: keptSpans, now: FIXTURE_NOW })
  expect(await demo()).toBeNull()
  expect(listingFiles(dataDir)).toEqual([])
})
