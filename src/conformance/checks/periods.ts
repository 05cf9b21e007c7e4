import assert from 'node:assert/strict'
import { statsResponse } from '../../contract/stats.ts'
import { cellParent, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import type { Check } from '../subject/check.ts'
import { nameOf } from '../subject/expectations.ts'
import type { HttpClient } from '../subject/http-client.ts'
import { NotShown, needed } from '../subject/not-shown.ts'
import type { Subject } from '../subject/subject.ts'

const DAY_MS = 86_400_000
/** Mean days of a month. */
const MONTH_DAYS = 365.2425 / 12
/** Months differ in length, and whether the last day is named or the one after it is not shown. */
const WINDOW_SLACK_DAYS = 4
const FINEST: Resolution = 8

/** Sections 1 and 2.7: what an answer says of its period, and of how the figures were made. */
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
    claim: 'a window is as long as window_months says',
    async run(subject) {
      for (const res of [4, FINEST] as const) {
        const { start, end, months } = await windowAt(subject, res)
        const days = (end - start) / DAY_MS
        assert.ok(
          Math.abs(days - months * MONTH_DAYS) <= WINDOW_SLACK_DAYS,
          `window_start and window_end at resolution ${res} lie ${days} days apart, with window_months ${months}`,
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
        assert.ok(end <= subject.now.getTime(), `window_end ${stated} is still to come at ${subject.now.toISOString()}`)
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
        // The last day, or the first after it.
        assert.ok(
          afterLast.getUTCDate() === 1 || last.getUTCDate() === 1,
          `window_end at resolution ${res} is ${last.toISOString()}`,
        )
      }
    },
  },
  {
    section: '2.7',
    claim: 'fx_date is a day that has come',
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

/** The day in milliseconds UTC; ends the check where it is not written as ISO 8601, which the interface leaves open. */
function dayIn(name: string, text: string): number {
  const [day] = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(text) ?? []
  const time = Date.parse(day ?? '')
  if (Number.isNaN(time)) throw new NotShown(`${name} "${text}" is not a day as 2026-10-31`)
  return time
}

/** Sections 1 and 2.7, looked at in every answer that the other checks were given. */
export const EVERY_PERIOD_IS_STATED_ALIKE: Check = {
  section: '2.7',
  claim: 'every answer met of one period and resolution states the same window and snapshot, whatever the territory',
  async run({ client }) {
    const first = new Map<string, { name: string; said: unknown }>()
    for (const { name, stats } of statsMet(client)) {
      const { as_of, resolution, period, window_start, window_end, snapshot } = stats
      const { earliest_period: _, ...made } = snapshot
      const said = { period, window_start, window_end, ...made }
      const known = first.get(`${as_of} ${resolution}`) ?? { name, said }
      first.set(`${as_of} ${resolution}`, known)
      assert.deepEqual(said, known.said, `${name} and ${known.name}, of ${as_of} at resolution ${resolution}`)
    }
  },
}

/** Section 2.7, looked at in every answer that the other checks were given. */
export const NOTHING_IS_ROLLED_UP_AT_THE_FINEST: Check = {
  section: '2.7',
  claim: `no answer met at resolution ${FINEST}, the finest, is called a roll-up`,
  async run({ client }) {
    const finest = statsMet(client).filter(({ stats }) => stats.resolution === FINEST)
    needed(finest[0], `nothing was answered at resolution ${FINEST}`)
    for (const { name, stats } of finest) {
      const { rolled_up_from = null, rollup_note = null } = stats.territory
      assert.deepEqual([rolled_up_from, rollup_note], [null, null], `rolled_up_from and rollup_note of ${name}`)
    }
  },
}

function statsMet({ answers }: HttpClient) {
  const met = answers.flatMap((answer) => {
    if (answer.status !== 200 || !answer.path.startsWith('/stats/current')) return []
    const read = statsResponse.safeParse(answer.body)
    return read.success ? [{ name: nameOf(answer), stats: read.data }] : []
  })
  needed(met[0], 'nothing was answered by /stats/current')
  return met
}
