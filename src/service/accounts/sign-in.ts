import { randomBytes } from 'node:crypto'
import { type AccountStore, hashOfSecret, withAccountStore } from './account-store.ts'
import { accountNamed } from './accounts.ts'

/** How long a sign-in link can be used. */
export const LINK_MINUTES = 15
/** How long a browser stays signed in. */
export const SESSION_HOURS = 8
/** How long it is remembered that a link was used or has expired, so that its page can say so. */
const REMEMBERED_DAYS = 7

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** What became of a link; `account` is the name of the account that it signs in to. */
export type LinkState = { kind: 'usable'; account: string } | { kind: 'used' | 'expired' | 'unknown' }

/** Makes the secret of a link that signs one browser in to an account's page, once; only its hash is kept. */
export function createLinkSecret(options: { dataDir: string; account: string; now?: Date }): string {
  const { dataDir, account, now = new Date() } = options
  const secret = newSecret()
  withAccountStore(dataDir, (store) => {
    const { id } = accountNamed(store, account)
    store.forgetExpired(new Date(now.getTime() - REMEMBERED_DAYS * DAY_MS).toISOString())
    store.insertLink({
      sha256: hashOfSecret(secret),
      account: id,
      expires_at: new Date(now.getTime() + LINK_MINUTES * MINUTE_MS).toISOString(),
    })
  })
  return secret
}

/** Whether a link could be used; looking does not use it. */
export function linkState(store: AccountStore, secret: string, now: Date): LinkState {
  const link = store.linkOf(hashOfSecret(secret))
  if (!link) return { kind: 'unknown' }
  if (link.used_at !== null) return { kind: 'used' }
  return link.expires_at > now.toISOString() ? { kind: 'usable', account: link.account } : { kind: 'expired' }
}

/** Uses a link up and signs a browser in: the secret of its session, of which only the hash is kept; null when it cannot. */
export function signIn(store: AccountStore, secret: string, now: Date): string | null {
  const account = store.spendLink(hashOfSecret(secret), now.toISOString())
  if (account === null) return null
  const session = newSecret()
  const expires_at = new Date(now.getTime() + SESSION_HOURS * HOUR_MS).toISOString()
  store.insertSession({ sha256: hashOfSecret(session), account, expires_at })
  return session
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
