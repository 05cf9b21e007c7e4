import { randomBytes } from 'node:crypto'
import { AccountError } from './account-error.ts'
import { type AccountStore, hashOfSecret, type TokenKind, type TokenRecord } from './account-store.ts'
import { accountNamed } from './accounts.ts'
import { type AccountsPlace, withAccounts } from './open-accounts.ts'

export type { TokenKind, TokenRecord } from './account-store.ts'

/** Length of the prefix that distinguishes tokens: the kind and 8 of 43 random characters. */
const PREFIX_LENGTH = 'svc_live_ro_'.length + 8

/** Creates a token and returns its plaintext, which is not stored; throws an AccountError for an unknown account. */
export function createToken(options: AccountsPlace & { account: string; kind: TokenKind }): Promise<string> {
  return withAccounts(options, (store) => issueToken(store, options.account, options.kind))
}

/** Creates a token in an open store and returns its plaintext. */
export async function issueToken(store: AccountStore, accountName: string, kind: TokenKind): Promise<string> {
  const { plaintext, token } = await newToken(store, accountName, kind)
  await store.insertToken(token)
  return plaintext
}

/** The same, unless the account has had another token since `after` (0: none); then creates none and returns null. */
export async function issueTokenAfter(
  store: AccountStore,
  after: number,
  accountName: string,
  kind: TokenKind,
): Promise<string | null> {
  const { plaintext, token } = await newToken(store, accountName, kind)
  return (await store.insertToken(token, after)) ? plaintext : null
}

async function newToken(store: AccountStore, accountName: string, kind: TokenKind) {
  const plaintext = `svc_live_${kind}_${randomBytes(32).toString('base64url')}`
  const { id } = await accountNamed(store, accountName)
  const token = {
    account: id,
    prefix: plaintext.slice(0, PREFIX_LENGTH),
    kind,
    sha256: hashOfSecret(plaintext),
    created_at: new Date().toISOString(),
  }
  return { plaintext, token }
}

/**
 * Revokes a token, given its plaintext, prefix or number. It is refused from the next request on, and stays listed.
 * Throws an AccountError when no token matches, or more than one.
 */
export function revokeToken(options: AccountsPlace & { token: string }): Promise<TokenRecord> {
  return withAccounts(options, async (store) => {
    const { id } = tokenNamed(await store.listTokens(), options.token)
    await store.revokeToken(id, new Date().toISOString())
    return tokenNamed(await store.listTokens(), String(id))
  })
}

/** Revokes an account's token by its number in an open store; false when the account has no such token. */
export async function revokeTokenOf(store: AccountStore, account: number, id: number, now: Date): Promise<boolean> {
  if (!(await store.listTokens(account)).some((token) => token.id === id)) return false
  await store.revokeToken(id, now.toISOString())
  return true
}

/** Every token, revoked ones included, by account. */
export function listTokens(place: AccountsPlace): Promise<TokenRecord[]> {
  return withAccounts(place, async (store) => store.listTokens())
}

function tokenNamed(tokens: readonly TokenRecord[], named: string): TokenRecord {
  const matches = tokens.filter(({ id, prefix }) =>
    /^\d+$/.test(named) ? id === Number(named) : named.length >= 'svc_live_ro_'.length + 4 && samePrefix(prefix, named),
  )
  const [token] = matches
  // What is longer than a prefix may be a plaintext, which the message must not repeat.
  const quoted = named.length > PREFIX_LENGTH ? `${named.slice(0, 'svc_live_ro_'.length)}…` : named
  if (!token) throw new AccountError(`no token has the number or prefix "${quoted}"; "token list" shows all tokens`)
  if (matches.length > 1) throw new AccountError('more than one token begins with this prefix; use the number')
  return token
}

function samePrefix(prefix: string, named: string): boolean {
  return prefix.startsWith(named.slice(0, PREFIX_LENGTH))
}
