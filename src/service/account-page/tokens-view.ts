import { html } from 'hono/html'
import type { TokenKind, TokenRecord } from '../accounts/account-store.ts'
import type { AccountFacts } from './account-facts.ts'
import type { Markup } from './page.ts'
import { PATHS } from './paths.ts'
import { spellDay } from './spelling.ts'

const KINDS: Readonly<Record<TokenKind, string>> = { ro: 'Read only', rw: 'Read and write' }

/** The tokens of an account, including revoked ones, and the form that creates one. */
export function tokensView({ tokens, formToken }: Pick<AccountFacts, 'tokens' | 'formToken'>): Markup {
  const list =
    tokens.length === 0
      ? html`<p class="soft">There are no tokens yet.</p>`
      : html`<table class="tokens"><thead><tr><th>Begins with</th><th>Kind</th><th>Created</th><th>Last used</th><th>State</th></tr></thead>
<tbody>${tokens.toReversed().map((token) => tokenRow(token, formToken))}</tbody></table>`
  return html`<section class="card"><h2>Tokens</h2>${list}
<form class="create" method="post" action="${PATHS.tokens}"><input type="hidden" name="form" value="${formToken}">
<input type="hidden" name="after" value="${lastId(tokens)}">
<label>Kind <select name="kind"><option value="ro">${KINDS.ro}</option><option value="rw">${KINDS.rw}</option></select></label>
<button class="primary">Create token</button></form></section>`
}

/** The newest token's id; a form that carries an older one was already sent. */
function lastId(tokens: readonly TokenRecord[]): number {
  return Math.max(0, ...tokens.map(({ id }) => id))
}

/** A token in full, shown once. */
export function newTokenView(plaintext: string): Markup {
  return html`<section class="card made"><h2>Your new token</h2>
<p>Copy it now. Only its hash is stored, so it cannot be shown again.</p>
<p><code class="plaintext" tabindex="0">${plaintext}</code></p>
<p class="soft">Send it as the header <code>Authorization: Bearer …</code></p></section>`
}

function tokenRow(token: TokenRecord, formToken: string): Markup {
  const { prefix, kind, created_at, last_used_on, revoked_at } = token
  return html`<tr class="${revoked_at === null ? '' : 'revoked'}"><td data-label="Begins with"><code>${prefix}…</code></td>
<td data-label="Kind">${KINDS[kind]}</td><td data-label="Created">${spellDay(created_at)}</td>
<td data-label="Last used">${last_used_on === null ? 'never' : spellDay(last_used_on)}</td>
<td data-label="State">${revoked_at === null ? revokeForm(token, formToken) : html`Revoked on ${spellDay(revoked_at)}`}</td></tr>`
}

/** Takes two clicks, so that no token is revoked by accident. */
function revokeForm({ id, prefix }: TokenRecord, formToken: string): Markup {
  return html`<details><summary>Revoke</summary><form method="post" action="${PATHS.tokens}/${id}/revoke"><input type="hidden"
name="form" value="${formToken}"><p>Requests with this token are refused at once. This cannot be undone.</p>
<button class="danger" aria-label="Revoke ${prefix}…">Revoke it</button></form></details>`
}
