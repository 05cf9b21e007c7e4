import { gridDisk } from 'h3-js'
import { type Cell, cellToBigInt, trustCell } from '../../../domain/cell.ts'
import { nameRevision } from '../../periods/period-folders.ts'
import { idRangesAround } from '../id-ranges.ts'
import type { FigureRow, Period } from '../period.ts'
import type { PricedStore } from '../priced-figures.ts'
import pricedFiguresSql from './priced-figures.sql?raw'
import { metaOfBuild, type PublishedBuild, STATEMENTS } from './published-builds.ts'
import type { Replicas } from './replicas.ts'

type Amount = number | null
type Row = [cell: string, estimated: boolean, listings: number, Amount, Amount, Amount, Amount]

/** A published build, read by queries; nothing has to be closed. */
export function clickhousePeriod(replicas: Replicas, published: PublishedBuild, figuresFile: string | null): Period {
  const { as_of, build, revision, fingerprint, countries, property_types } = published
  return {
    version: build,
    as_of,
    revision: nameRevision(revision, fingerprint),
    meta: metaOfBuild(published),
    figuresFile,
    facts: build,
    countries: new Set(countries),
    propertyTypes: property_types,
    async listingCountries(cells) {
      const found = await replicas.askFor(build, cells, (server, part) =>
        server.arrays<[cell: string, country: string]>(STATEMENTS.countriesOfCells, { build, cells: ids(part) }),
      )
      const known = new Map(found)
      return cells.map((cell) => known.get(cell) ?? null)
    },
    async figures({ ad_sub_type, property_type, rooms }, cells) {
      if (cells.length === 0) return []
      const parameters = {
        build,
        ad_sub_type,
        property_type: property_type ?? '',
        rooms: rooms ?? -1,
      }
      const found = await replicas.askFor(build, cells, (server, part) =>
        server.arrays<Row>(STATEMENTS.figures, { ...parameters, cells: ids(part) }),
      )
      return inOrderOf(cells, found)
    },
    close() {},
  }
}

/** Computes figures under a price filter from the listings of a period's build. */
export function clickhousePricedStore(replicas: Replicas): PricedStore {
  return {
    async figures({ facts: build }, filter, cells, { resolution, floor }) {
      const { ad_sub_type, property_type, rooms, min_price_usd: min_price, max_price_usd: max_price } = filter
      const parameters = { build, ad_sub_type, property_type, rooms, min_price, max_price }
      const found = await replicas.askFor(build, cells, (server, part) =>
        server.arrays<Row>(pricedSql(part), { ...parameters, cells: ids(part), resolution, floor }),
      )
      return inOrderOf(cells, found)
    },
    isDegraded: () => replicas.isDegraded(),
    close() {},
  }
}

/** Returns the statement for some cells, limited to the ids of their listings and of those around them. */
function pricedSql(cells: readonly Cell[]): string {
  const ranges = idRangesAround([...new Set(cells.flatMap((cell) => gridDisk(cell, 1).map(trustCell)))])
  // Literals of our own ids, as in DuckDB: the number of ranges differs.
  const within = ranges.map(([first, last]) => `cell BETWEEN ${first} AND ${last}`).join(' OR ')
  return pricedFiguresSql.replace('({ranges})', `(${within})`)
}

function ids(cells: readonly Cell[]): bigint[] {
  return cells.map(cellToBigInt)
}

/** Rows are not checked: that would cost more than reading them. */
function inOrderOf(cells: readonly Cell[], rows: readonly Row[]): FigureRow[] {
  const found = new Map(rows.map((row) => [row[0], row]))
  return cells.flatMap((cell) => {
    const row = found.get(cell)
    if (row === undefined) return []
    const [, estimated, listings, median_price, median_price_per_sqm, median_area, average_price] = row
    return [{ cell, estimated, listings, median_price, median_price_per_sqm, median_area, average_price }]
  })
}
