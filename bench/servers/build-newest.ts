// Builds the newest period in a DATA_DIR, in files or in the ClickHouse of `figuresUrl`. Writes the most memory that it had,
// in MiB, to `peakFile` when given.
import { writeFileSync } from 'node:fs'
import pino from 'pino'
import { buildPeriods } from '../../src/service/build/build-periods.ts'
import { parseClickhouseAddress } from '../../src/service/clickhouse/clickhouse-address.ts'
import { buildStoreOf } from '../../src/service/open-figures.ts'

const {
  dataDir,
  now,
  figuresUrl = null,
  peakFile,
} = JSON.parse(process.argv[2] ?? '') as {
  dataDir: string
  now: string
  figuresUrl?: string | null
  peakFile?: string
}
const address = figuresUrl === null ? null : parseClickhouseAddress(figuresUrl)
await buildPeriods({
  dataDir,
  now: () => new Date(now),
  only: 'newest',
  openStore: await buildStoreOf({ dataDir, figuresUrl: address }),
  log: pino({ level: 'warn' }),
})
if (peakFile !== undefined) writeFileSync(peakFile, String(process.resourceUsage().maxRSS / 1024))
process.disconnect()
