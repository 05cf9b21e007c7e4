import assert from 'node:assert/strict'
import { HEADERS } from '../../contract/limits.ts'
import { HISTORY_PARAMETERS, writeCellList } from '../../contract/service/assumptions.ts'
import { errorEnvelope } from '../../contract/service/errors.ts'
import { type HistoryResponse, historyResponse } from '../../contract/service/stats/stats.ts'
import { type Cell, cellParent } from '../../domain/cell.ts'
import { cellCenter, cellsAround } from '../../domain/distance.ts'
import { addMonths, parseAsOf } from '../../domain/period.ts'
import type { Check } from '../subject/check.ts'
import { expectOk, expectRefusal } from '../subject/expectations.ts'
import { type Answer, at } from '../subject/http-client.ts'
import { SEA_CELL } from '../subject/metered-requests.ts'
import { usedOf } from '../subject/quota.ts'
import { needed, Skipped } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'
import { askWidestCircle } from '../subject/widest-circle.ts'

const { from: FROM, to: TO } = HISTORY_PARAMETERS

type Query = Readonly<Record<string, string | number | Cell>>

/** Sections 4.9 and 2.7: /stats/history, if the service declares it. */
export const HISTORY_CHECKS: readonly Check[] = [
  {
    section: '4.9',
    claim: 'the newest point of /stats/history equals the result of /stats/current',
    async run(subject) {
      const { zone, cell } = await subject.figures()
      const circle = { ...cellCenter(cell), radius_km: 2 }
      const coarse = { geo_id: zone.geo_id, res: 4 }
      const queries = [{ geo_id: zone.geo_id }, { h3: cell }, circle, { ...circle, max_price_usd: 400_000 }, coarse]
      let compared = 0
      for (const query of queries) {
        const answer = await askHistory(subject, query)
        // The cell budget may count each cell once per period.
        if (errorEnvelope.safeParse(answer.body).data?.error === 'too_many_hexes') continue
        compared++
        const { history } = readHistory(answer)
        const { as_of, stats, fx_date, window_start, window_end } = await subject.stats(query)
        const newest = needed(history.at(-1), '/stats/history returned no point')
        assert.deepEqual([newest.as_of, newest.stats], [as_of, stats], `the newest point for ${JSON.stringify(query)}`)
        assert.deepEqual(
          [newest.fx_date, newest.window_start, newest.window_end],
          [fx_date, window_start, window_end],
          'fx_date and window',
        )
      }
      if (compared === 0) throw new Skipped('the cell budget is too small for the whole history, even of one cell')
    },
  },
  {
    section: '4.9',
    claim: '/stats/history refuses what /stats/current refuses',
    async run(subject) {
      const { zone, cell } = await subject.figures()
      const geo_id = zone.geo_id
      const ask = (query: Query) => askHistory(subject, query)
      expectRefusal(await ask({}), 'missing_parameter')
      expectRefusal(await ask({ geo_id, h3: cell }), 'invalid_parameter', ['geo_id', 'h3'])
      expectRefusal(await ask({ lat: 41, lng: 2 }), 'missing_parameter', ['radius_km'])
      expectRefusal(await ask({ lat: 41, lng: 2, radius_km: 501, res: 4 }), 'invalid_parameter', ['radius_km'])
      expectRefusal(await ask({ h3: cell, res: 8 }), 'invalid_parameter', ['res'])
      expectRefusal(await ask({ h3: writeCellList([cell, cellParent(cell, 7)]) }), 'invalid_parameter', ['h3'])
      for (const res of [3, 9]) expectRefusal(await ask({ geo_id, res }), 'invalid_parameter', ['res'])
      for (const bare of ['min_price', 'max_price'])
        expectRefusal(await ask({ geo_id, [bare]: 1 }), 'invalid_parameter', [bare])
      expectRefusal(await ask({ geo_id, currency: 'ZZZ' }), 'invalid_parameter', ['currency'])
    },
  },
  {
    section: '4.9',
    claim: '/stats/history spends from group history only',
    async run(subject) {
      const { client } = subject
      const empty = { h3: SEA_CELL }
      const current = async () => usedOf(await client.ask(at('/stats/current', empty)))
      const before = await current()
      const [first, second] = [await askHistory(subject, empty), await askHistory(subject, empty)]
      readHistory(first)
      for (const { headers } of [first, second]) assert.equal(headers.get(HEADERS.quotaGroup), 'history')
      assert.equal(usedOf(second), usedOf(first) + 1, 'X-Quota-Used of two empty responses')
      assert.equal(await current(), before + 1, 'X-Quota-Used of /stats/current before and after them')
    },
  },
  {
    section: '4.11',
    claim: '/usage reports group history when /stats/history exists',
    async run(subject) {
      const spent = usedOf(await askHistory(subject, { h3: SEA_CELL }))
      const { body } = await subject.client.ask('/usage')
      const groups: unknown = Object(body).groups
      if (!Array.isArray(groups)) throw new Skipped('/usage has an unknown shape')
      const history = groups.find(({ group }) => group === 'history')
      assert.deepEqual([history?.metered, history?.used], [true, spent], 'metered and used of group history')
    },
  },
  {
    section: '2.7',
    claim: 'earliest_period is a label, and no point is older',
    async run(subject) {
      const { cell, stats } = await subject.figures()
      const { snapshot, history } = await historyOf(subject, { h3: cell })
      const earliest = needed(snapshot.earliest_period, 'the snapshot has no earliest_period')
      assert.equal(parseAsOf(earliest), earliest)
      assert.ok(earliest <= stats.as_of, `${earliest} is after ${stats.as_of}`)
      for (const { as_of } of history) assert.ok(as_of >= earliest, `${as_of} is before ${earliest}`)
    },
  },
  {
    section: '4.9',
    claim: 'a resolution finer than the plan allows is refused by /stats/history too',
    async run(subject) {
      const token = needed(subject.others.coarse, 'needs --coarse-token, of a plan coarser than resolution 8')
      const { cell } = await subject.figures()
      expectRefusal(await askHistory(subject, { h3: cell }, token), 'resolution_not_in_plan', ['res', 'h3'])
      readHistory(await askHistory(subject, { h3: cellParent(cell, 4) }, token))
    },
  },
  {
    section: '4.9',
    claim: 'points run in order from `from` to `to`, each once, with the window and snapshot of their own period',
    decided: true,
    async run(subject) {
      const { cell, stats } = await subject.figures()
      const earliest = parseAsOf((await historyOf(subject, { h3: cell })).snapshot.earliest_period ?? '')
      const last = needed(parseAsOf(stats.as_of), 'as_of is not a label')
      const first = [addMonths(last, -59), needed(earliest, 'no earliest_period')].sort().at(-1) ?? last
      const { from, to, history } = await historyOf(subject, { h3: cell, [FROM]: first, [TO]: last })
      assert.deepEqual([from, to], [first, last])
      const labels = history.map(({ as_of }) => as_of)
      assert.deepEqual(labels, [...new Set(labels)].sort())
      assert.ok(labels.every((label) => label >= first && label <= last) && labels.at(-1) === last, `labels ${labels}`)
      for (const { as_of, window_end, snapshot } of history) {
        assert.equal(snapshot.as_of, as_of)
        assert.equal(
          addMonths(needed(parseAsOf(as_of), 'as_of is not a label'), -1).slice(0, 7),
          window_end.slice(0, 7),
        )
      }
      const alone = await historyOf(subject, { h3: cell, [FROM]: first.slice(0, 7), [TO]: first })
      assert.deepEqual(alone.history, history.slice(0, labels[0] === first ? 1 : 0))
    },
  },
  {
    section: '4.9',
    claim: 'an invalid span is refused and not counted',
    decided: true,
    async run(subject) {
      const h3 = SEA_CELL
      const before = usedOf(await askHistory(subject, { h3 }))
      const label = needed(parseAsOf((await subject.figures()).stats.as_of), 'as_of is not a label')
      for (const wrong of ['', 'last', '2026-13', '2026-11-02', '26-11']) {
        for (const name of [FROM, TO])
          expectRefusal(await askHistory(subject, { h3, [name]: wrong }), 'invalid_parameter', [name])
      }
      expectRefusal(await askHistory(subject, { h3, [FROM]: addMonths(label, 1) }), 'invalid_parameter', [FROM])
      expectRefusal(await askHistory(subject, { h3, [FROM]: label, [TO]: addMonths(label, -1) }), 'invalid_parameter', [
        FROM,
      ])
      expectRefusal(await askHistory(subject, { h3, [FROM]: addMonths(label, -60) }), 'invalid_parameter', [FROM])
      assert.equal(usedOf(await askHistory(subject, { h3 })), before + 1, 'X-Quota-Used after refused calls')
    },
  },
  {
    section: '4.9',
    claim: 'the cell budget counts each cell once per period',
    decided: true,
    run: budgetCountsPeriods,
  },
]

async function budgetCountsPeriods(subject: Subject): Promise<void> {
  const { cell } = await subject.figures()
  const limit = await cellBudget(subject)
  const periods = (await historyOf(subject, { h3: cell })).history.length
  if (periods < 2) throw new Skipped('only one period is published')
  const rings = Math.ceil(Math.sqrt(limit / 3))
  const h3 = writeCellList(cellsAround(cell, rings).slice(0, Math.floor(limit / periods) + 1))
  expectRefusal(await askHistory(subject, { h3 }), 'too_many_hexes')
  const { as_of } = (await subject.figures()).stats
  readHistory(await askHistory(subject, { h3, [FROM]: as_of }))
}

/** The plan's cell budget, as stated in a refusal. */
async function cellBudget(subject: Subject): Promise<number> {
  const answer = await askWidestCircle((query) => askHistory(subject, query))
  expectRefusal(answer, 'too_many_hexes')
  return needed(errorEnvelope.parse(answer.body).limit, 'too_many_hexes does not state the limit')
}

async function historyOf(subject: Subject, query: Query): Promise<HistoryResponse> {
  return readHistory(await askHistory(subject, query))
}

/** Skips the check when the response has another shape, which the interface leaves open. */
function readHistory(answer: Answer): HistoryResponse {
  if (answer.status === 200 && !historyResponse.safeParse(answer.body).success) {
    throw new Skipped('/stats/history has an unknown shape')
  }
  return expectOk(historyResponse, answer)
}

/** Skips the check when the endpoint, which is optional, is not declared. */
async function askHistory({ contract, client, token }: Subject, query: Query, as = token): Promise<Answer> {
  const { paths } = await contract()
  if (!paths.includes('/stats/history')) throw new Skipped('/stats/history is not declared')
  return client.ask(at('/stats/history', query), { token: as })
}
