// The service itself, over a DATA_DIR.
import pino from 'pino'
import { startService } from '../../src/service/start-service.ts'
import { obey } from '../shared/obey.ts'
import { BENCH_PLANS } from '../shared/plans.ts'

const { dataDir, now } = JSON.parse(process.argv[2] ?? '') as { dataDir: string; now: string }
const service = await startService({
  dataDir,
  host: '127.0.0.1',
  port: 0,
  now: () => new Date(now),
  log: pino({ level: 'warn' }),
  plans: BENCH_PLANS,
})
obey({ url: service.url, close: () => service.close() })
