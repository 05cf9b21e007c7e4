import { BIGINT, VARCHAR } from '@duckdb/node-api'
import { cellToLatLng, latLngToCell } from 'h3-js'
import { cellFromBigInt, cellToBigInt, trustCell } from '../../../domain/cell.ts'
import { namedStatements } from '../../../server/storage/named-statements.ts'
import { openMayLieIn, openNearestCountry } from '../../geonames/nearest-country.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import statementsSql from './place-statements.sql?raw'

const STATEMENTS = namedStatements('import/judging/place-statements.sql', statementsSql, ['points', 'coarseCells'])

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

/**
 * Fills table `coarse_country` for rows without a country: that of the town nearest to their cell at resolution 6; and
 * table `misplaced` for rows whose country cannot be that of their cell.
 */
export async function findCountries(session: DuckSession): Promise<void> {
  const cells = await session.rows<{ coarse: bigint; country: string | null }>(STATEMENTS.coarseCells)
  const nearestCountry = openNearestCountry()
  const mayLieIn = openMayLieIn()
  const found = await session.append('coarse_country', [BIGINT, VARCHAR])
  const misplaced = await session.append('misplaced', [BIGINT, VARCHAR])
  for (const { coarse, country } of cells) {
    const [lat, lng] = cellToLatLng(cellFromBigInt(coarse))
    const nearest = country === null ? nearestCountry({ lat, lng }) : null
    if (nearest) found.add([coarse, nearest])
    if (country !== null && !mayLieIn({ lat, lng }, country)) misplaced.add([coarse, country])
  }
  found.close()
  misplaced.close()
}
