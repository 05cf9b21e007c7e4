import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { createAccount } from '../../src/service/accounts/accounts.ts'
import { createToken } from '../../src/service/accounts/tokens.ts'
import { buildPeriods } from '../../src/service/build/build-periods.ts'
import { makeDemo } from '../../src/service/demo/make-demo.ts'
import { makePlaces } from '../../src/service/gazetteer/make-places.ts'
import { importListings } from '../../src/service/import/import-listings.ts'
import { BENCH_PLANS } from '../shared/plans.ts'
import { type Server, startServer } from '../shared/program.ts'
import { recordHoldings } from './holdings.ts'
import { inventListings } from './invented-listings.ts'

const PAGE_DIR = fileURLToPath(new URL('../../dist/web', import.meta.url))
const log = pino({ level: 'error' })

/** Where a market's listings come from. */
export interface MarketSource {
  readonly name: 'demo' | 'imported'
  /** Today in the market: an ISO instant. */
  readonly now: string
  readonly listings: number
  /** A file to import in place of invented listings, and what its rows may lack. */
  readonly file: string | null
  readonly country?: string | undefined
  readonly currency?: string | undefined
  readonly date?: string | undefined
}

/** A market with its service, and a proxy that serves the page over it. */
export interface Market {
  readonly name: string
  readonly dataDir: string
  /** The address of the page. */
  readonly page: string
  /** The address of the service, prefix included, and a token of an account that the proxy does not use. */
  readonly service: { readonly base: string; readonly token: string }
  /** The proxy's own token. */
  readonly pageToken: string
  close(): Promise<void>
}

/**
 * Starts a market's servers; makes its listings and figures first, unless an earlier run has left them in the folder. The
 * page is the one in `pageDir`.
 */
export async function openMarket(folder: string, source: MarketSource, pageDir = PAGE_DIR): Promise<Market> {
  const { name, now } = source
  const dataDir = join(folder, name)
  if (!existsSync(join(dataDir, 'service', 'periods'))) await makeMarket(dataDir, source)
  rmSync(join(dataDir, 'proxy'), { recursive: true, force: true })
  const tokenOf = async (role: string, plan: keyof typeof BENCH_PLANS) => {
    const account = `${role}-${process.pid}-${Date.now()}`
    await createAccount({ dataDir, name: account, plan, plans: BENCH_PLANS })
    return createToken({ dataDir, account, kind: 'ro' })
  }
  const service = await startServer('service', { dataDir, now })
  const proxyLog = join(folder, `${name}-proxy.log`)
  const pageToken = await tokenOf('page', 'bench')
  const proxyInput = { dataDir, serviceBaseUrl: service.url, serviceToken: pageToken, pageDir, now }
  let proxy: Server
  try {
    proxy = await startServer('proxy', proxyInput, proxyLog)
  } catch (error) {
    await service.close()
    throw error
  }
  recordHoldings(dataDir)
  return {
    name,
    dataDir,
    page: proxy.url,
    service: { base: service.url, token: await tokenOf('walk', 'whole') },
    pageToken,
    close: async () => {
      await proxy.close()
      await service.close()
    },
  }
}

async function makeMarket(dataDir: string, source: MarketSource): Promise<void> {
  const now = () => new Date(source.now)
  mkdirSync(dataDir, { recursive: true })
  if (source.name === 'demo') await makeDemo({ dataDir, now, listings: source.listings, log })
  else await importMarket(dataDir, source, now)
  await buildPeriods({ dataDir, now, only: 'newest', log })
}

async function importMarket(
  dataDir: string,
  { file, listings, country, currency, date }: MarketSource,
  now: () => Date,
): Promise<void> {
  const path = file ?? join(dataDir, 'invented.csv.gz')
  if (file === null) writeFileSync(path, inventListings(listings, 1, now()))
  const [report] = await importListings({ dataDir, files: [path], country, currency, date, now, log })
  if (report === undefined || report.kept === 0) throw new Error(`expected listings in ${path}, none could be used`)
  console.log(`imported ${report.kept} of ${report.rows} rows`)
  await makePlaces({ dataDir, towns: 'held', log })
}
