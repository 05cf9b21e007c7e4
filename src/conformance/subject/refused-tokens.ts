import { errorEnvelope } from '../../contract/service/errors.ts'
import type { Subject } from './subject.ts'

/** Free endpoints that every valid token can read. A service on which one of them is broken still answers the other. */
const FREE = ['/usage', '/coverage']

/** The options whose tokens the service refuses although they should be valid, each with the service's reason. */
export async function refusedTokens({ client, token, others }: Subject): Promise<string[]> {
  const { revoked, lapsed, ...valid } = others
  const given = { token, ...Object.fromEntries(Object.entries(valid).map(([name, each]) => [`${name}-token`, each])) }
  const refused: string[] = []
  for (const [name, each] of Object.entries(given)) {
    if (each === undefined) continue
    const reasons = []
    for (const path of FREE) {
      const { status, body } = await client.ask(path, { token: each, recorded: false, retryWhenLimited: false })
      if (status === 401 || status === 402) reasons.push(`${status} ${errorEnvelope.safeParse(body).data?.error ?? ''}`)
    }
    const [reason] = reasons
    if (reasons.length === FREE.length && reason !== undefined) refused.push(`--${name} (${reason.trim()})`)
  }
  return refused
}
