import { createHmac, randomBytes } from 'node:crypto'
import type { LessonLedger } from '../ledger/ledger.ts'
import type { Viewer } from './spending-caps.ts'

const KEY = 'viewer-key'

/** Creates the names under which viewers are counted. They cannot be reversed, and change every day. */
export function createViewerNames(ledger: LessonLedger): (viewer: Viewer, day: string) => Promise<Viewer> {
  let known: string | null = null
  const key = async () => {
    // Kept in the ledger, so that all its proxies count a viewer under the same name.
    known ??= await ledger.amend(KEY, (kept) =>
      typeof kept === 'string' ? kept : randomBytes(32).toString('base64url'),
    )
    return known
  }
  return async ({ address, session }, day) => {
    const secret = await key()
    const name = (text: string) =>
      createHmac('sha256', secret).update(`${day} ${text}`).digest('base64url').slice(0, 22)
    return { address: name(address), session: session === null ? null : name(session) }
  }
}
