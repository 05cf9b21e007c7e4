import daysSql from '../listings/days.sql?raw'
import listingFileMarketsSql from '../listings/listing-file-markets.sql?raw'
import { type DuckSession, openDuckSession } from '../storage/duck-session.ts'
import { literalPath, literalPaths } from '../storage/literal-path.ts'
import type { StoredFile } from './manifest.ts'

type Described = Pick<NonNullable<StoredFile['listings']>, 'days' | 'markets'>

/** Describes files of listings, so that readers need not open them. */
export async function describeListings(files: readonly string[], spillDir: string): Promise<Described[]> {
  if (files.length === 0) return []
  const session = await openDuckSession({ spillDir, memoryLimit: '2GB', files })
  try {
    const described: Described[] = []
    for (const file of files) described.push(await describe(session, file))
    return described
  } finally {
    session.close()
  }
}

async function describe(session: DuckSession, file: string): Promise<Described> {
  const days = await session.rows<Described['days'][number]>(daysSql, { files: literalPaths([file]) })
  const markets = await session.rows<Described['markets'][number]>(listingFileMarketsSql, { file: literalPath(file) })
  return { days, markets }
}
