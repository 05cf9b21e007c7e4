// Builds the newest period in a DATA_DIR.
import pino from 'pino'
import { buildPeriods } from '../../src/service/build/build-periods.ts'

const { dataDir, now } = JSON.parse(process.argv[2] ?? '') as { dataDir: string; now: string }
await buildPeriods({ dataDir, now: () => new Date(now), only: 'newest', log: pino({ level: 'warn' }) })
process.disconnect()
