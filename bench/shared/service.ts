import { createAccount } from '../../src/service/accounts/accounts.ts'
import { createToken } from '../../src/service/accounts/tokens.ts'
import { MARKET_NOW } from './market.ts'
import { BENCH_PLANS } from './plans.ts'
import { type Server, startServer } from './program.ts'

/** A service under measurement; `headers` have the credential that requests need. */
export interface BenchService {
  readonly server: Server
  readonly headers: Readonly<Record<string, string>>
}

/** Serves an invented market over HTTP from a separate process. */
export async function startBenchService(dataDir: string): Promise<BenchService> {
  createAccount({ dataDir, name: 'bench', plan: 'bench', plans: BENCH_PLANS })
  const token = createToken({ dataDir, account: 'bench', kind: 'ro' })
  return {
    server: await restartBenchService(dataDir),
    headers: { authorization: `Bearer ${token}` },
  }
}

/** Serves the market again, for the holders of the same tokens. */
export function restartBenchService(dataDir: string): Promise<Server> {
  return startServer('service', { dataDir, now: MARKET_NOW })
}
