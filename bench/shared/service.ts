import { randomUUID } from 'node:crypto'
import { createAccount } from '../../src/service/accounts/accounts.ts'
import { createToken } from '../../src/service/accounts/tokens.ts'
import { MARKET_NOW } from './market.ts'
import { BENCH_PLANS } from './plans.ts'
import { type Server, startServer } from './program.ts'

/** A service under measurement; `headers` have the credential that requests need. */
export interface BenchService {
  readonly server: Server
  readonly headers: Readonly<Record<string, string>>
  /** The account that the credential belongs to. */
  readonly account: string
}

/** Serves an invented market over HTTP from a separate process; its figures can be in a ClickHouse. */
export async function startBenchService(dataDir: string, figuresUrl: string | null = null): Promise<BenchService> {
  const name = `bench-${randomUUID()}`
  await createAccount({ dataDir, name, plan: 'bench', plans: BENCH_PLANS })
  const token = await createToken({ dataDir, account: name, kind: 'ro' })
  return {
    server: await startServer('service', { dataDir, now: MARKET_NOW, figuresUrl }),
    headers: { authorization: `Bearer ${token}` },
    account: name,
  }
}

/** Serves the market again, for the holders of the same tokens. */
export function restartBenchService(dataDir: string): Promise<Server> {
  return startServer('service', { dataDir, now: MARKET_NOW })
}
