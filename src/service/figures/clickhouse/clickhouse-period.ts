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

/** A published build, read by queries; nothing stays open. */
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
      const found = await replicas.ask(build, (server) =>
        server.arrays<[cell: string, country: string]>(STATEMENTS.countriesOfCells, { build, cells: ids(cells) }),
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
        cells: ids(cells),
      }
      return inOrderOf(cells, await replicas.ask(build, (server) => server.arrays<Row>(STATEMENTS.figures, parameters)))
    },
    close() {},
  }
}

/** Computes figures under a price filter from the listings of a period's build. */
export function clickhousePricedStore(replicas: Replicas): PricedStore {
  return {
    async figures({ facts: build }, filter, cells, { resolution, floor }) {
      const ranges = idRangesAround([...new Set(cells.flatMap((cell) => gridDisk(cell, 1).map(trustCell)))])
      // Literals of our own ids, as in DuckDB: the number of ranges differs.
      const within = ranges.map(([first, last]) => `cell BETWEEN ${first} AND ${last}`).join(' OR ')
      const sql = pricedFiguresSql.replace('({ranges})', `(${within})`)
      const { ad_sub_type, property_type, rooms, min_price_usd: min_price, max_price_usd: max_price } = filter
      const parameters = { build, ad_sub_type, property_type, rooms, min_price, max_price }
      const found = await replicas.ask(build, (server) =>
        server.arrays<Row>(sql, { ...parameters, cells: ids(cells), resolution, floor }),
      )
      return inOrderOf(cells, found)
    },
    isDegraded: () => replicas.isDegraded(),
    close() {},
  }
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
