import { basename, join } from 'node:path'
import { INTEGER } from '@duckdb/node-api'
import { ZONE_LEVELS, type ZoneLevel } from '../../domain/place.ts'
import cellMacrosSql from '../listings/cell-macros.sql?raw'
import { listingFiles } from '../listings/listing-store.ts'
import type { CellId } from '../places/cell-id.ts'
import { type DuckSession, openDuckSession } from '../storage/duck-session.ts'
import { temporaryName } from '../storage/leftovers.ts'
import { literalPaths } from '../storage/literal-path.ts'
import { NAME_LENGTH_MOST, STORED_AT } from '../zones/zone-levels.ts'
import chainsSql from './chains.sql?raw'
import countriesSql from './countries.sql?raw'
import groundSql from './ground.sql?raw'
import { growNames, type NameChain, type NamedPlace } from './name-tree.ts'
import namedCellsSql from './named-cells.sql?raw'
import oddNamesSql from './odd-names.sql?raw'

/** A place that listings name, and the cells in which they do. */
export interface NamedGround {
  readonly place: NamedPlace
  readonly listings: number
  /** At the level's resolution, ascending. Places of a level share no cell, unless it is a place's only one. */
  readonly cells: readonly CellId[]
  /** The cell with most of its listings. */
  readonly heart: CellId
}

// The demonstration has its own places.
const DEMO_FILE = 'demo.parquet'

/** The places that listings name, coarse before fine, and the countries with listings. */
export async function readListingNames(
  dataDir: string,
): Promise<{ grounds: NamedGround[]; countries: string[]; odd: OddNames }> {
  const files = listingFiles(dataDir).filter((file) => basename(file) !== DEMO_FILE)
  if (files.length === 0) return { grounds: [], countries: [], odd: NO_ODD_NAMES }
  const spillDir = join(dataDir, 'service', temporaryName('places-spill'))
  const session = await openDuckSession({ spillDir, memoryLimit: '2GB' })
  try {
    await session.run(cellMacrosSql)
    const texts = { files: literalPaths(files), longest: NAME_LENGTH_MOST }
    await session.run(namedCellsSql, texts)
    await refuseTooManyPlaces(session)
    const [odd = NO_ODD_NAMES] = await session.rows<OddNames>(oddNamesSql, texts)
    const countries = await session.rows<{ country: string }>(countriesSql, { files: literalPaths(files) })
    const places = growNames(await readChains(session))
    const grounds: NamedGround[] = []
    for (const level of ZONE_LEVELS) {
      const ofLevel = places.filter((place) => place.level === level)
      if (ofLevel.length > 0) grounds.push(...(await groundsOf(session, level, ofLevel)))
    }
    return { grounds, countries: countries.map(({ country }) => country), odd }
  } finally {
    session.close()
  }
}

const NO_ODD_NAMES: OddNames = { listings: 0, sample: null }

/** The most combinations of place names, which are held in memory; the world has fewer named quarters. */
const CHAINS_MOST = 1_000_000

/** Texts in columns of places that are too long to be names. */
export interface OddNames {
  readonly listings: number
  /** The beginning of one of them; null when there are none. */
  readonly sample: string | null
}

async function refuseTooManyPlaces(session: DuckSession): Promise<void> {
  const [found] = await session.rows<{ chains: number }>(
    'SELECT count(DISTINCT chain)::INTEGER AS chains FROM named_cell',
  )
  const chains = found?.chains ?? 0
  if (chains <= CHAINS_MOST) return
  throw new Error(
    `expected at most ${CHAINS_MOST} places in the listings, found ${chains}; the places stay as they were. Import again without the column of addresses (--map)`,
  )
}

/** Cells of this resolution, a few kilometres wide, tell whether two chains name places on the same ground. */
const GROUND_RESOLUTION = 6

type ChainRow = Record<ZoneLevel, string | null> & {
  country: string
  listings: number
  cells: bigint[]
  counts: number[]
}

async function readChains(session: DuckSession): Promise<NameChain[]> {
  const rows = await session.rows<ChainRow>(chainsSql, { resolution: GROUND_RESOLUTION })
  return rows.map(({ country, listings, cells, counts, ...names }) => {
    const ground = new Map(cells.map((cell, i) => [cell, counts[i] ?? 0]))
    return { country, names, listings, ground }
  })
}

async function groundsOf(
  session: DuckSession,
  level: ZoneLevel,
  places: readonly NamedPlace[],
): Promise<NamedGround[]> {
  await session.run('CREATE OR REPLACE TABLE member (chain INTEGER NOT NULL, place INTEGER NOT NULL)')
  const members = await session.append('member', [INTEGER, INTEGER])
  for (const [i, { chains }] of places.entries()) for (const chain of chains) members.add([chain, i])
  members.close()
  const drafts = places.map(() => ({ listings: 0, cells: [] as CellId[], heart: 0n, inHeart: 0 }))
  for await (const chunk of session.chunks(groundSql, { resolution: STORED_AT[level] })) {
    const [owners, cells, counts, holds] = chunk.getColumns() as [number[], bigint[], number[], boolean[]]
    for (const [row, owner] of owners.entries()) {
      const draft = drafts[owner]
      const [cell, count] = [cells[row], counts[row]]
      if (!draft || cell === undefined || count === undefined) continue
      draft.listings += count
      if (holds[row]) draft.cells.push(cell)
      if (count > draft.inHeart) Object.assign(draft, { heart: cell, inHeart: count })
    }
  }
  return places.flatMap((place, i) => {
    const { listings = 0, cells = [], heart = 0n } = drafts[i] ?? {}
    return { place, listings, cells: cells.length > 0 ? cells : [heart], heart }
  })
}
