import fc from 'fast-check'
import pLimit from 'p-limit'
import { errorEnvelope } from '../../contract/errors.ts'
import type { Answer } from '../subject/http-client.ts'
import type { Subject } from '../subject/subject.ts'
import { type AnyRequest, anyRequest } from './fuzz-requests.ts'
import { knownValues } from './fuzz-values.ts'

const AT_ONCE = 16

/** What came of made-up requests. */
export interface FuzzReport {
  /** Each once, with the request that showed it. */
  readonly faults: readonly string[]
  /** How many requests had each status, by declared path. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>
}

/**
 * Asks each declared GET with made-up parameters, most of them right; a fault is a status of 500 or more, a failure that
 * is not the envelope, or an answer that is not as declared. The same seed asks the same.
 */
export async function fuzz(subject: Subject, options: { requests: number; seed: number }): Promise<FuzzReport> {
  const { reads, departures } = await subject.contract()
  const known = await knownValues(subject)
  const limit = pLimit(AT_ONCE)
  const faults = new Set<string>()
  const statuses = new Map(reads.map(({ path }) => [path, new Map<number, number>()]))
  const ask = async ({ template, method, path }: AnyRequest) => {
    // One that was limited says what that looks like; waiting for the next minute would say no more.
    const answer = await subject.client.ask(path, { method, kept: false, patient: false }).catch(String)
    if (typeof answer === 'string') {
      faults.add(`${method} ${path}: no answer, ${answer}`)
      return
    }
    const counts = statuses.get(template)
    counts?.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
    for (const fault of [...faultsOf(answer), ...departures(answer)]) faults.add(`${method} ${path}: ${fault}`)
  }
  const sample = fc.sample(anyRequest(reads, known), { numRuns: options.requests, seed: options.seed })
  await Promise.all(sample.map((request) => limit(ask, request)))
  return { faults: [...faults], statuses }
}

function faultsOf({ method, status, body, text }: Answer): string[] {
  if (status >= 500) return [`status ${status}: ${text.slice(0, 200)}`]
  const isRefusal = status >= 400 && method !== 'HEAD'
  return isRefusal && !errorEnvelope.safeParse(body).success ? [`status ${status} without the envelope`] : []
}

/** The statuses as a table, a line for each path. */
export function statusTable({ statuses }: FuzzReport): string[] {
  const columns = [...new Set([...statuses.values()].flatMap((counts) => [...counts.keys()]))].sort((a, b) => a - b)
  const width = Math.max(...[...statuses.keys()].map((path) => path.length))
  const line = (first: string, cells: readonly string[]) =>
    `${first.padEnd(width)}${cells.map((cell) => cell.padStart(8)).join('')}`
  return [
    line('', ['asked', ...columns.map(String)]),
    ...[...statuses].map(([path, counts]) => {
      const asked = [...counts.values()].reduce((sum, count) => sum + count, 0)
      return line(
        path,
        [asked, ...columns.map((status) => counts.get(status) ?? 0)].map((count) => String(count || '·')),
      )
    }),
  ]
}

/** Share of all requests that a minute's limit or a spent allowance kept from being looked at. */
export function shareKeptOut({ statuses }: FuzzReport): number {
  let all = 0
  let keptOut = 0
  for (const [status, count] of [...statuses.values()].flatMap((counts) => [...counts])) {
    all += count
    if (status === 429 || status === 402) keptOut += count
  }
  return all === 0 ? 0 : keptOut / all
}
