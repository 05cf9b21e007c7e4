import { randomBytes } from 'node:crypto'
import { AccountError } from './account-error.ts'
import { type AccountStore, hashOfSecret, type TokenKind, type TokenRecord, withAccountStore } from './account-store.ts'
import { accountNamed } from './accounts.ts'

export type { TokenKind, TokenRecord } from './account-store.ts'

/** Length of the prefix that distinguishes tokens: the kind and 8 of 43 random characters. */
const PREFIX_LENGTH = 'svc_live_ro_'.length + 8

/** Creates a token and returns its plaintext, which is not stored; throws an AccountError for an unknown account. */
export function createToken(options: { dataDir: string; account: string; kind: TokenKind }): string {
  return withAccountStore(options.dataDir, (store) => issueToken(store, options.account, options.kind))
}

/** Creates a token in an open store and returns its plaintext. */
export function issueToken(store: AccountStore, accountName: string, kind: TokenKind): string {
  const plaintext = `svc_live_${kind}_${randomBytes(32).toString('base64url')}`
  store.insertToken({
    account: accountNamed(store, accountName).id,
    prefix: plaintext.slice(0, PREFIX_LENGTH),
    kind,
    sha256: hashOfSecret(plaintext),
    created_at: new Date().toISOString(),
  })
  return plaintext
}

/**
 * Revokes a token, given its plaintext, prefix or number. It is refused from the next request on, and stays listed.
 * Throws an AccountError when no token matches, or more than one.
 */
export function revokeToken(options: { dataDir: string; token: string }): TokenRecord {
  return withAccountStore(options.dataDir, (store) => {
    const { id } = tokenNamed(store.listTokens(), options.token)
    store.revokeToken(id, new Date().toISOString())
    return tokenNamed(store.listTokens(), String(id))
  })
}

/** Revokes an account's token by its number in an open store; false when the account has no such token. */
export function revokeTokenOf(store: AccountStore, account: number, id: number, now: Date): boolean {
  if (!store.listTokens(account).some((token) => token.id === id)) return false
  store.revokeToken(id, now.toISOString())
  return true
}

/** Every token, revoked ones included, by account. */
export function listTokens(options: { dataDir: string }): TokenRecord[] {
  return withAccountStore(options.dataDir, (store) => store.listTokens())
}

function tokenNamed(tokens: readonly TokenRecord[], named: string): TokenRecord {
  const matches = tokens.filter(({ id, prefix }) =>
    /^\d+$/.test(named) ? id === Number(named) : named.length >= 'svc_live_ro_'.length + 4 && samePrefix(prefix, named),
  )
  const [token] = matches
  // The input may be a plaintext, so the message does not quote it.
  if (!token) throw new AccountError('no token has this number or prefix; "token list" shows all tokens')
  if (matches.length > 1) throw new AccountError('more than one token begins with this prefix; use the number')
  return token
}

function samePrefix(prefix: string, named: string): boolean {
  return prefix.startsWith(named.slice(0, PREFIX_LENGTH))
}
