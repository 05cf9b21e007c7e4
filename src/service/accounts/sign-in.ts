import { randomBytes } from 'node:crypto'
import { type AccountStore, hashOfSecret } from './account-store.ts'
import { accountNamed } from './accounts.ts'
import { type AccountsPlace, withAccounts } from './open-accounts.ts'

/** How long a sign-in link can be used. */
export const LINK_MINUTES = 15
/** How long a browser stays signed in. */
export const SESSION_HOURS = 8
/** How long used and expired links are remembered, so that their page can say what happened. */
const REMEMBERED_DAYS = 7

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The state of a link; `account` is the name of the account that it signs in to. */
export type LinkState = { kind: 'usable'; account: string } | { kind: 'used' | 'expired' | 'unknown' }

/** Creates the secret of a link that signs in to an account's page once; only its hash is stored. */
export async function createLinkSecret(options: AccountsPlace & { account: string; now?: Date }): Promise<string> {
  const { account, now = new Date() } = options
  const secret = newSecret()
  await withAccounts(options, async (store) => {
    const { id } = await accountNamed(store, account)
    await store.forgetExpired(new Date(now.getTime() - REMEMBERED_DAYS * DAY_MS).toISOString())
    await store.insertLink({
      sha256: hashOfSecret(secret),
      account: id,
      expires_at: new Date(now.getTime() + LINK_MINUTES * MINUTE_MS).toISOString(),
    })
  })
  return secret
}

/** Returns the state of a link without using it. */
export async function linkState(store: AccountStore, secret: string, now: Date): Promise<LinkState> {
  const link = await store.linkOf(hashOfSecret(secret))
  if (!link) return { kind: 'unknown' }
  if (link.used_at !== null) return { kind: 'used' }
  return link.expires_at > now.toISOString() ? { kind: 'usable', account: link.account } : { kind: 'expired' }
}

/** Uses a link up and returns the new session's secret, stored only as a hash; null when the link is not usable. */
export async function signIn(store: AccountStore, secret: string, now: Date): Promise<string | null> {
  const session = newSecret()
  const expires_at = new Date(now.getTime() + SESSION_HOURS * HOUR_MS).toISOString()
  const grant = { sha256: hashOfSecret(session), expires_at }
  return (await store.signIn(hashOfSecret(secret), grant, now.toISOString())) ? session : null
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
