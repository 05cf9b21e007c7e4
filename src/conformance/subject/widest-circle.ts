import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import { errorEnvelope } from '../../contract/service/errors.ts'
import { RESOLUTIONS } from '../../domain/cell.ts'
import type { Answer } from './http-client.ts'
import { Skipped } from './skipped.ts'

/**
 * Returns the response to the widest circle at the finest resolution that the plan allows, which has more cells than
 * most cell budgets.
 */
export async function askWidestCircle(
  ask: (query: Readonly<Record<string, number>>) => Promise<Answer>,
): Promise<Answer> {
  for (const res of RESOLUTIONS.toReversed()) {
    const answer = await ask({ lat: 41, lng: 2, radius_km: RADIUS_KM_MAX, res })
    if (errorEnvelope.safeParse(answer.body).data?.error !== 'resolution_not_in_plan') return answer
  }
  throw new Skipped('the plan of --token allows no resolution')
}
