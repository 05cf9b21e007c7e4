import { html } from 'hono/html'
import type { DayUse } from '../metering/spent-store.ts'
import { METERED_GROUPS, type MeteredGroup } from '../plans/plans.ts'
import { type AccountFacts, USAGE_DAYS } from './account-facts.ts'
import type { Markup } from './page.ts'
import { spellCount, spellDay } from './spelling.ts'

const NAMES: Readonly<Record<MeteredGroup, string>> = { current: 'Current figures', history: 'History' }

export function groupName(group: MeteredGroup): string {
  return NAMES[group]
}

/** Metered requests by day and group, newest day first; days without any are left out. */
export function usageView({ usage }: Pick<AccountFacts, 'usage'>): Markup {
  const most = Math.max(1, ...usage.map(({ used }) => used))
  const days = [...new Set(usage.map(({ day }) => day))]
  const usedOn = (day: string, group: MeteredGroup) =>
    usage.find((use) => use.day === day && use.quota_group === group)?.used ?? 0
  const table = html`<table class="usage"><thead><tr><th>Day</th>${METERED_GROUPS.map((group) => html`<th>${NAMES[group]}</th>`)}</tr></thead>
<tbody>${days.map((day) => html`<tr><th scope="row">${spellDay(day)}</th>${METERED_GROUPS.map((group) => usageCell(usedOn(day, group), most))}</tr>`)}</tbody>
<tfoot><tr><th scope="row">Total</th>${METERED_GROUPS.map((group) => html`<td><div class="amount"><span class="count">${spellCount(totalOf(usage, group))}</span></div></td>`)}</tr></tfoot></table>`
  return html`<section class="card"><h2>Requests by day</h2>
${days.length === 0 ? html`<p class="soft">No metered requests in the last ${USAGE_DAYS} days.</p>` : table}
<p class="soft">Metered requests of the last ${USAGE_DAYS} days, in UTC. Free requests are not recorded.</p></section>`
}

function usageCell(used: number, most: number): Markup {
  const percent = ((100 * used) / most).toFixed(2)
  return html`<td><div class="amount"><span class="count">${used === 0 ? '–' : spellCount(used)}</span><svg class="bar" aria-hidden="true"><rect
width="${percent}%" height="100%" rx="2" /></svg></div></td>`
}

function totalOf(usage: readonly DayUse[], group: MeteredGroup): number {
  return usage.reduce((sum, { quota_group, used }) => (quota_group === group ? sum + used : sum), 0)
}
