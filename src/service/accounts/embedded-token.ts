import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { type PlanTable, SHIPPED_PLANS } from '../plans/plans.ts'
import { type AccountsPlace, withAccounts } from './open-accounts.ts'
import { issueToken } from './tokens.ts'

/** The account of the proxy that starts together with the service. */
const EMBEDDED_ACCOUNT = 'local'

/**
 * Returns the plaintext of the embedded proxy's read-only token, stored in DATA_DIR/service/embedded-token with mode
 * 0600. Creates it when missing or no longer valid, and its account, on the default plan, when missing.
 */
export function ensureEmbeddedToken(
  place: AccountsPlace,
  { default_plan }: PlanTable = SHIPPED_PLANS,
): Promise<string> {
  return withAccounts(place, async (store) => {
    const service = join(place.dataDir, 'service')
    const file = join(service, 'embedded-token')
    const held = readToken(file)
    if (held && (await store.callerOf(held))) {
      chmodSync(file, 0o600)
      return held
    }
    // Where it exists, it stays as it is.
    await store.insertAccount({
      ...{ name: EMBEDDED_ACCOUNT, plan: default_plan, anchor_day: 1 },
      created_at: new Date().toISOString(),
    })
    const plaintext = await issueToken(store, EMBEDDED_ACCOUNT, 'ro')
    makeFolder(service)
    // A file left by a crash would keep its mode.
    rmSync(`${file}.tmp`, { force: true })
    writeFileSync(`${file}.tmp`, `${plaintext}\n`, { mode: 0o600 })
    renameSync(`${file}.tmp`, file)
    return plaintext
  })
}

function readToken(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
