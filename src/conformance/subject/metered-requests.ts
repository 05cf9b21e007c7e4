import { latLngToCell } from 'h3-js'
import { trustCell } from '../../domain/cell.ts'
import type { Subject } from './subject.ts'

const OPTIONAL = '/stats/history'
/** A cell far from every market, so that responses are small; its resolution is the coarsest, because every plan has that. */
export const SEA_CELL = trustCell(latLngToCell(-48.88, -123.39, 4))
/** The cheapest metered request that every plan allows. */
export const METERED = `/stats/current?h3=${SEA_CELL}`

/** Returns a small request to each metered endpoint that the service declares, /stats/current first. */
export async function meteredRequests({ contract }: Pick<Subject, 'contract'>): Promise<string[]> {
  const { paths } = await contract()
  const metered = paths.includes(OPTIONAL) ? ['/stats/current', OPTIONAL] : ['/stats/current']
  return metered.map((path) => `${path}?h3=${SEA_CELL}`)
}
