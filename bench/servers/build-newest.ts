// Builds the newest period in a DATA_DIR, in files or in the ClickHouse of `figuresUrl`. Writes what it used to
// `usageFile` when given: the most memory that it had in MiB, and the seconds of processor time.
import { writeFileSync } from 'node:fs'
import pino from 'pino'
import { buildPeriods } from '../../src/service/build/build-periods.ts'
import { parseClickhouseAddress } from '../../src/service/clickhouse/clickhouse-address.ts'
import { buildStoreOf } from '../../src/service/open-figures.ts'

const {
  dataDir,
  now,
  figuresUrl = null,
  usageFile,
} = JSON.parse(process.argv[2] ?? '') as {
  dataDir: string
  now: string
  figuresUrl?: string | null
  usageFile?: string
}
const address = figuresUrl === null ? null : parseClickhouseAddress(figuresUrl)
await buildPeriods({
  dataDir,
  now: () => new Date(now),
  only: 'newest',
  openStore: await buildStoreOf({ dataDir, figuresUrl: address }),
  log: pino({ level: 'warn' }),
})
if (usageFile !== undefined) {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  writeFileSync(usageFile, JSON.stringify({ peakMiB: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 }))
}
process.disconnect()
