import { html } from 'hono/html'
import { SESSION_HOURS } from '../accounts/sign-in.ts'
import type { MeteredGroup } from '../plans/plans.ts'
import type { AccountFacts } from './account-facts.ts'
import type { Markup } from './page.ts'
import { PATHS } from './paths.ts'
import { spellCount, spellDay } from './spelling.ts'
import { tokensView } from './tokens-view.ts'
import { groupName, usageView } from './usage-view.ts'

/** The page of an account, with `news` at the top. */
export function accountView(facts: AccountFacts, formToken: string, news: Markup | ''): Markup {
  const { account } = facts
  return html`${news}
<section class="head"><h1>${account.name}</h1>
<span class="badge ${account.status}">${account.status === 'active' ? 'Active' : 'Lapsed'}</span></section>
${account.status === 'lapsed' ? LAPSED : ''}
${allowanceView(facts)}
${tokensView(facts)}
${usageView(facts)}
${planView(facts)}
${sessionsView(formToken)}`
}

const LAPSED = html`<p class="news warning">The subscription has lapsed. Requests are refused until it is renewed; tokens
are kept.</p>`

/** The button that ends the session. */
export function signOutForm(formToken: string): Markup {
  return html`<form method="post" action="${PATHS.signOut}"><input type="hidden" name="form" value="${formToken}"><button>Sign
out</button></form>`
}

function sessionsView(formToken: string): Markup {
  return html`<section class="card"><h2>Browsers signed in</h2>
<p class="soft">A browser stays signed in for ${SESSION_HOURS} hours at most. If somebody else may have used a link of
yours, sign out everywhere: this ends all sessions, this one too, and makes unused links useless. Tokens keep working.</p>
<form method="post" action="${PATHS.signOutEverywhere}"><input type="hidden" name="form" value="${formToken}"><button
class="danger">Sign out everywhere</button></form></section>`
}

function allowanceView({ plan, cycle, used }: AccountFacts): Markup {
  const until = cycle.resetsAt
    ? html`Resets on ${spellDay(cycle.resetsAt.toISOString())} at 00:00 UTC.`
    : html`Does not reset by date; the operator of this service refills it.`
  return html`<section class="card"><h2>Allowance left</h2>
<div class="groups">${(['current', 'history'] as const).map((group) => balanceView(group, used[group], plan.allowance[group]))}</div>
<p class="soft">${until}</p></section>`
}

function balanceView(group: MeteredGroup, used: number | null, allowance: number): Markup {
  if (used === null) {
    return html`<div class="balance"><h3>${groupName(group)}</h3><p class="figure">unknown</p>
<p class="soft">Requests are not being counted right now.</p></div>`
  }
  const left = Math.max(0, allowance - used)
  return html`<div class="balance ${left === 0 ? 'spent' : ''}"><h3>${groupName(group)}</h3>
<p class="figure">${spellCount(left)}<span class="soft"> of ${spellCount(allowance)}</span></p>
${bar(left, allowance)}<p class="soft">${spellCount(used)} spent</p></div>`
}

/** A bar for a part of a whole; drawn as SVG because the page's policy forbids inline styles. */
function bar(part: number, whole: number): Markup {
  const percent = whole === 0 ? 0 : Math.min(100, (100 * part) / whole)
  return html`<svg class="bar" aria-hidden="true"><rect class="track" width="100%" height="100%" rx="3" /><rect
width="${percent.toFixed(2)}%" height="100%" rx="3" /></svg>`
}

function planView({ account, plan }: AccountFacts): Markup {
  const { rate_per_min: rate } = plan
  return html`<section class="card"><h2>Plan ${account.plan}</h2><dl class="limits">
<div><dt>Requests per minute</dt><dd>${spellCount(rate.current)} for current figures, ${spellCount(rate.history)} for history,
${spellCount(rate.metadata)} for free requests</dd></div>
<div><dt>Finest resolution</dt><dd>H3 resolution ${plan.finest_resolution}</dd></div>
<div><dt>Cells per request</dt><dd>${spellCount(plan.cells_per_request)}</dd></div>
<div><dt>Account since</dt><dd>${spellDay(account.created_at)}</dd></div>
</dl></section>`
}
