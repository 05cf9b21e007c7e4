import { BIGINT, VARCHAR } from '@duckdb/node-api'
import { cellToLatLng, latLngToCell } from 'h3-js'
import { cellFromBigInt, cellToBigInt, trustCell } from '../../../../domain/cell.ts'
import { namedStatements } from '../../../../server/storage/named-statements.ts'
import { openCountriesNear, openMayLieIn } from '../../../geonames/nearest-country.ts'
import { COUNTRY_CURRENCIES } from '../../../rates/country-currency.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import statementsSql from './place-statements.sql?raw'

const STATEMENTS = namedStatements('import/judging/place-statements.sql', statementsSql, [
  'points',
  'coarseCells',
  'borderCells',
])

/** Fills table `located`: the resolution 8 cell of every row that is not rejected yet. */
export async function locateRows(session: DuckSession): Promise<void> {
  const located = await session.append('located', [BIGINT, BIGINT])
  for await (const chunk of session.chunks(STATEMENTS.points)) {
    const [ns, lats, lngs] = chunk.getColumns() as [bigint[], number[], number[]]
    ns.forEach((n, i) => {
      located.add([n, cellToBigInt(trustCell(latLngToCell(lats[i] as number, lngs[i] as number, 8)))])
    })
  }
  located.close()
}

/** Where a second country's towns are that much farther from the middle of a cell at resolution 6, they can be nearer to its edge. */
const ACROSS_CELL_KM = 9
/** Prices are stated in these abroad, too. */
const WORLD_CURRENCIES: ReadonlySet<string> = new Set(['USD', 'EUR'])
const CURRENCY_OF: ReadonlyMap<string, string> = new Map(COUNTRY_CURRENCIES)

/**
 * Fills table `coarse_country` for rows without a country: that of the town nearest to their cell at resolution 6, or near
 * borders \`border_country\`; and table `misplaced` for rows whose country cannot be that of their cell.
 */
export async function findCountries(session: DuckSession): Promise<void> {
  const cells = await session.rows<{ coarse: bigint; country: string | null }>(STATEMENTS.coarseCells)
  const countriesNear = openCountriesNear(ACROSS_CELL_KM)
  const mayLieIn = openMayLieIn()
  const found = await session.append('coarse_country', [BIGINT, VARCHAR])
  const border = await session.append('border', [BIGINT])
  const misplaced = await session.append('misplaced', [BIGINT, VARCHAR])
  for (const { coarse, country } of cells) {
    const [lat, lng] = cellToLatLng(cellFromBigInt(coarse))
    if (country === null) {
      const [nearest, ...others] = countriesNear({ lat, lng })
      if (nearest) found.add([coarse, nearest])
      if (others.length > 0) border.add([coarse])
    } else if (!mayLieIn({ lat, lng }, country)) misplaced.add([coarse, country])
  }
  found.close()
  border.close()
  misplaced.close()
  await findNearBorders(session)
}

/** Fills table `border_country`. A row whose price is in francs is in Switzerland rather than across the border. */
async function findNearBorders(session: DuckSession): Promise<void> {
  const countriesNear = openCountriesNear(ACROSS_CELL_KM)
  const cells = await session.rows<{ cell: bigint }>(STATEMENTS.borderCells)
  const found = await session.append('border_country', [BIGINT, VARCHAR, VARCHAR])
  for (const { cell } of cells) {
    const [lat, lng] = cellToLatLng(cellFromBigInt(cell))
    const near = countriesNear({ lat, lng })
    const [nearest] = near
    if (nearest) found.add([cell, null, nearest])
    // The nearest of each currency comes last, and stays.
    const byCurrency = new Map(near.toReversed().map((country) => [CURRENCY_OF.get(country) ?? '', country]))
    for (const [currency, country] of byCurrency)
      if (currency !== '' && !WORLD_CURRENCIES.has(currency)) found.add([cell, currency, country])
  }
  found.close()
}
