// The service itself, over a DATA_DIR.
import pino from 'pino'
import { parseClickhouseAddress } from '../../src/service/clickhouse/clickhouse-address.ts'
import { startService } from '../../src/service/start-service.ts'
import { obey } from '../shared/obey.ts'
import { BENCH_PLANS } from '../shared/plans.ts'

const { dataDir, now, figuresUrl } = JSON.parse(process.argv[2] ?? '') as {
  dataDir: string
  now: string
  figuresUrl?: string | null
}
const service = await startService({
  dataDir,
  host: '127.0.0.1',
  port: 0,
  now: () => new Date(now),
  log: pino({ level: 'warn' }),
  plans: BENCH_PLANS,
  figuresUrl: typeof figuresUrl === 'string' ? parseClickhouseAddress(figuresUrl) : null,
})
obey({ url: service.url, close: () => service.close() })
