import { html } from 'hono/html'
import type { MeteredGroup } from '../plans/plans.ts'
import type { AccountFacts } from './account-facts.ts'
import type { Markup } from './page.ts'
import { PATHS } from './paths.ts'
import { spellCount, spellDay } from './spelling.ts'
import { tokensView } from './tokens-view.ts'
import { groupName, usageView } from './usage-view.ts'

/** The page of an account; `news` stands above all else. */
export function accountView(facts: AccountFacts, news: Markup | ''): Markup {
  const { account } = facts
  return html`${news}
<section class="head"><h1>${account.name}</h1>
<span class="badge ${account.status}">${account.status === 'active' ? 'Active' : 'Lapsed'}</span></section>
${account.status === 'lapsed' ? LAPSED : ''}
${allowanceView(facts)}
${tokensView(facts)}
${usageView(facts)}
${planView(facts)}`
}

const LAPSED = html`<p class="news warning">The subscription has lapsed: requests are refused until it is renewed. Tokens
are kept.</p>`

/** The button that ends the session. */
export function signOutForm(formToken: string): Markup {
  return html`<form method="post" action="${PATHS.signOut}"><input type="hidden" name="form" value="${formToken}"><button>Sign
out</button></form>`
}

function allowanceView({ plan, cycle, used }: AccountFacts): Markup {
  const until = cycle.resetsAt
    ? html`Whole again on ${spellDay(cycle.resetsAt.toISOString())}, at 00:00 UTC.`
    : html`Not renewed by date: it lasts until whoever runs this service refills it.`
  return html`<section class="card"><h2>Allowance left</h2>
<div class="groups">${(['current', 'history'] as const).map((group) => balanceView(group, used[group], plan.allowance[group]))}</div>
<p class="soft">${until}</p></section>`
}

function balanceView(group: MeteredGroup, used: number | null, allowance: number): Markup {
  if (used === null) {
    return html`<div class="balance"><h3>${groupName(group)}</h3><p class="figure">not known</p>
<p class="soft">Requests are served uncounted at the moment.</p></div>`
  }
  const left = Math.max(0, allowance - used)
  return html`<div class="balance ${left === 0 ? 'spent' : ''}"><h3>${groupName(group)}</h3>
<p class="figure">${spellCount(left)}<span class="soft"> of ${spellCount(allowance)}</span></p>
${bar(left, allowance)}<p class="soft">${spellCount(used)} spent</p></div>`
}

/** A bar as long as a part of a whole; drawn, since the page's policy allows no styles beside its own. */
function bar(part: number, whole: number): Markup {
  const percent = whole === 0 ? 0 : Math.min(100, (100 * part) / whole)
  return html`<svg class="bar" aria-hidden="true"><rect class="track" width="100%" height="100%" rx="3" /><rect
width="${percent.toFixed(2)}%" height="100%" rx="3" /></svg>`
}

function planView({ account, plan }: AccountFacts): Markup {
  const { rate_per_min: rate } = plan
  return html`<section class="card"><h2>Plan ${account.plan}</h2><dl class="limits">
<div><dt>Requests a minute</dt><dd>${spellCount(rate.current)} for current figures, ${spellCount(rate.history)} for history,
${spellCount(rate.metadata)} free ones</dd></div>
<div><dt>Finest resolution</dt><dd>H3 resolution ${plan.finest_resolution}</dd></div>
<div><dt>Cells a request</dt><dd>${spellCount(plan.cells_per_request)}</dd></div>
<div><dt>Account since</dt><dd>${spellDay(account.created_at)}</dd></div>
</dl></section>`
}
