import { queryOptions } from '@tanstack/react-query'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { receivedPoint } from '../../contract/service/geo.ts'
import type { Cell } from '../../domain/cell.ts'
import { getParsed } from '../requests/http.ts'

/** Query for the named zones that contain a cell (free). */
export function cellLookupOptions(cell: Cell) {
  return queryOptions({
    queryKey: ['geo', 'lookup-cell', cell],
    queryFn: ({ signal }) => getParsed(`${PATH_PREFIX}/geo/lookup?h3=${cell}`, receivedPoint, signal),
    staleTime: 30 * 60_000,
  })
}
