import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { siteOf } from '../../server/http/counted-address.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import type { Viewer, ViewerNames } from './spending-rules.ts'

const KEY = 'viewer-key'

const dayKey = z.object({ day: z.string(), secret: z.string() })
type DayKey = z.infer<typeof dayKey>

/**
 * Creates the names under which viewers are counted. Each day has a key of its own, and the next one replaces it: then
 * nobody can find out any more whether an address was among a day's viewers, not even by trying all addresses.
 */
export function createViewerNames(ledger: LessonLedger): (viewer: Viewer, day: string) => Promise<ViewerNames> {
  let known: DayKey | null = null
  const keyOf = async (day: string): Promise<DayKey> => {
    if (known !== null && known.day >= day) return known
    // Kept in the ledger, so that all its proxies count a viewer under the same name.
    known = await ledger.amend(KEY, (before) => {
      const kept = dayKey.safeParse(before)
      // A later day's key belongs to a proxy whose clock is ahead.
      return kept.success && kept.data.day >= day ? kept.data : { day, secret: randomBytes(32).toString('base64url') }
    })
    return known
  }
  return async ({ address, session }, day) => {
    const { secret } = await keyOf(day)
    const name = (text: string) =>
      createHmac('sha256', secret).update(`${day} ${text}`).digest('base64url').slice(0, 22)
    const site = siteOf(address)
    return {
      address: name(address),
      site: site === null ? null : name(site),
      session: session === null ? null : name(session),
    }
  }
}
