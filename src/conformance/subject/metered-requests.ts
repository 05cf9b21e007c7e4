import type { Subject } from './subject.ts'

const OPTIONAL = '/stats/history'
/** Far from every market, so that the response is small. */
const SOME_SEA = 'lat=-48.88&lng=-123.39&radius_km=1'

/** Returns a small request to each metered endpoint that the service declares, /stats/current first. */
export async function meteredRequests({ contract }: Pick<Subject, 'contract'>): Promise<string[]> {
  const { paths } = await contract()
  const metered = paths.includes(OPTIONAL) ? ['/stats/current', OPTIONAL] : ['/stats/current']
  return metered.map((path) => `${path}?${SOME_SEA}`)
}
