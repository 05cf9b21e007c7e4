import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PlanTable, SHIPPED_PLANS } from '../plans/plans.ts'
import { type AccountStore, withAccountStore } from './account-store.ts'
import { issueToken } from './tokens.ts'

/** The account of the proxy that starts together with the service. */
const EMBEDDED_ACCOUNT = 'local'

/**
 * Returns the plaintext of the embedded proxy's read-only token, stored in DATA_DIR/service/embedded-token with mode
 * 0600. Creates it when missing or no longer valid, and its account, on the default plan, when missing.
 */
export function ensureEmbeddedToken(dataDir: string, { default_plan }: PlanTable = SHIPPED_PLANS): string {
  return withAccountStore(dataDir, (store) => {
    const file = join(dataDir, 'service', 'embedded-token')
    const held = readToken(file)
    if (held && store.callerOf(held)) {
      chmodSync(file, 0o600)
      return held
    }
    ensureAccount(store, default_plan)
    const plaintext = issueToken(store, EMBEDDED_ACCOUNT, 'ro')
    // A file left by a crash would keep its mode.
    rmSync(`${file}.tmp`, { force: true })
    writeFileSync(`${file}.tmp`, `${plaintext}\n`, { mode: 0o600 })
    renameSync(`${file}.tmp`, file)
    return plaintext
  })
}

function ensureAccount(store: AccountStore, plan: string): void {
  if (store.accountNamed(EMBEDDED_ACCOUNT)) return
  const created_at = new Date().toISOString()
  store.insertAccount({ name: EMBEDDED_ACCOUNT, plan, anchor_day: 1, created_at })
}

function readToken(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
