import assert from 'node:assert/strict'
import { statsResponse } from '../../contract/service/stats/stats.ts'
import { cellParent, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import type { Check } from '../subject/check.ts'
import { nameOf } from '../subject/expectations.ts'
import type { HttpClient } from '../subject/http-client.ts'
import { needed, Skipped } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'

const DAY_MS = 86_400_000
/** Mean length of a month in days. */
const MONTH_DAYS = 365.2425 / 12
/** Months differ in length, and the interface does not show whether window_end is the last day or the day after. */
const WINDOW_SLACK_DAYS = 4
const FINEST: Resolution = 8

/** Sections 1 and 2.7: what a response states about its period and how the figures were made. */
export const PERIOD_CHECKS: readonly Check[] = [
  {
    section: '2.7',
    claim: 'the trim quantile is at least 0 and below 100, and each floor is a whole number of listings',
    async run({ figures }) {
      const { outlier_trim_pct: trim, min_listings_by_res: floors } = (await figures()).stats.snapshot
      assert.ok(trim >= 0 && trim < 100, `outlier_trim_pct is ${trim}`)
      for (const res of RESOLUTIONS) {
        const floor = floors[res]
        assert.ok(Number.isInteger(floor) && Number(floor) >= 0, `min_listings_by_res of ${res} is ${floor}`)
      }
    },
  },
  {
    section: '2.7',
    claim: 'a window is as long as window_months states',
    async run(subject) {
      for (const res of [4, FINEST] as const) {
        const { start, end, months } = await windowAt(subject, res)
        const days = (end - start) / DAY_MS
        assert.ok(
          Math.abs(days - months * MONTH_DAYS) <= WINDOW_SLACK_DAYS,
          `window_start and window_end at resolution ${res} are ${days} days apart, but window_months is ${months}`,
        )
      }
    },
  },
  {
    section: '1',
    claim: 'a period is complete: its window has ended',
    async run(subject) {
      for (const res of [4, FINEST] as const) {
        const { end, stated } = await windowAt(subject, res)
        assert.ok(end <= subject.now.getTime(), `window_end ${stated} is after ${subject.now.toISOString()}`)
      }
    },
  },
  {
    section: '1',
    claim: 'at resolutions 4 to 6 the window is a calendar month',
    async run(subject) {
      for (const res of [4, 5, 6] as const) {
        const { start, end } = await windowAt(subject, res)
        const [first, last] = [new Date(start), new Date(end)]
        const afterLast = new Date(end + DAY_MS)
        assert.equal(first.getUTCDate(), 1, `window_start at resolution ${res} is ${first.toISOString()}`)
        // The last day, or the day after.
        assert.ok(
          afterLast.getUTCDate() === 1 || last.getUTCDate() === 1,
          `window_end at resolution ${res} is ${last.toISOString()}`,
        )
      }
    },
  },
  {
    section: '2.7',
    claim: 'fx_date does not lie in the future',
    async run({ figures, now }) {
      const { fx_date } = (await figures()).stats
      assert.ok(dayIn('fx_date', fx_date) <= now.getTime(), `fx_date ${fx_date} is after ${now.toISOString()}`)
    },
  },
]

async function windowAt({ figures, stats }: Subject, res: Resolution) {
  const { cell } = await figures()
  const { window_start, window_end, snapshot } = await stats({ h3: cellParent(cell, res) })
  return {
    start: dayIn('window_start', window_start),
    end: dayIn('window_end', window_end),
    months: snapshot.window_months,
    stated: window_end,
  }
}

/** The day in milliseconds UTC; skips the check when it is not ISO 8601, as the interface leaves the format open. */
function dayIn(name: string, text: string): number {
  const [day] = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(text) ?? []
  const time = Date.parse(day ?? '')
  if (Number.isNaN(time)) throw new Skipped(`${name}: expected a day such as 2026-10-31, found "${text}"`)
  return time
}

/** Sections 1 and 2.7, checked on every response that the other checks received. */
export const EVERY_PERIOD_IS_CONSISTENT: Check = {
  section: '2.7',
  claim: 'all responses for one period and resolution state the same window and snapshot',
  async run({ client }) {
    const first = new Map<string, { name: string; stated: unknown }>()
    for (const { name, stats } of statsResponses(client)) {
      const { as_of, resolution, period, window_start, window_end, snapshot } = stats
      const { earliest_period: _, ...made } = snapshot
      const stated = { period, window_start, window_end, ...made }
      const known = first.get(`${as_of} ${resolution}`) ?? { name, stated }
      first.set(`${as_of} ${resolution}`, known)
      assert.deepEqual(stated, known.stated, `${name} and ${known.name}, both ${as_of} at resolution ${resolution}`)
    }
  },
}

/** Section 2.7, checked on every response that the other checks received. */
export const NO_ROLL_UP_AT_THE_FINEST: Check = {
  section: '2.7',
  claim: `no response at resolution ${FINEST}, the finest, is marked as a roll-up`,
  async run({ client }) {
    const finest = statsResponses(client).filter(({ stats }) => stats.resolution === FINEST)
    needed(finest[0], `no response had resolution ${FINEST}`)
    for (const { name, stats } of finest) {
      const { rolled_up_from = null, rollup_note = null } = stats.territory
      assert.deepEqual([rolled_up_from, rollup_note], [null, null], `rolled_up_from and rollup_note of ${name}`)
    }
  },
}

function statsResponses({ answers }: HttpClient) {
  const found = answers.flatMap((answer) => {
    if (answer.status !== 200 || !answer.path.startsWith('/stats/current')) return []
    const read = statsResponse.safeParse(answer.body)
    return read.success ? [{ name: nameOf(answer), stats: read.data }] : []
  })
  needed(found[0], '/stats/current returned no figures')
  return found
}
