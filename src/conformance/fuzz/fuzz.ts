import fc from 'fast-check'
import pLimit from 'p-limit'
import { errorEnvelope } from '../../contract/service/errors.ts'
import type { Answer } from '../subject/http-client.ts'
import type { Subject } from '../subject/subject.ts'
import { type AnyRequest, anyRequest } from './fuzz-requests.ts'
import { knownValues } from './fuzz-values.ts'

const CONCURRENCY = 16

/** The result of sending random requests. */
export interface FuzzReport {
  /** Every fault once, with the request that revealed it. */
  readonly faults: readonly string[]
  /** The number of responses with each status, by declared path. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>
}

/**
 * Sends random requests, most of them valid, to each declared GET. A fault is a status of 500 or more, a failure without
 * the envelope, or a response that does not match its declaration. The same seed sends the same requests.
 */
export async function fuzz(subject: Subject, options: { requests: number; seed: number }): Promise<FuzzReport> {
  const { reads, mismatches } = await subject.contract()
  const known = await knownValues(subject)
  const limit = pLimit(CONCURRENCY)
  const faults = new Set<string>()
  const statuses = new Map(reads.map(({ path }) => [path, new Map<number, number>()]))
  const ask = async ({ template, method, path }: AnyRequest) => {
    // A rate-limited response is a result like any other; retrying it in the next minute would add nothing.
    const answer = await subject.client
      .ask(path, { method, recorded: false, retryWhenLimited: false })
      .catch(failureText)
    if (typeof answer === 'string') {
      faults.add(`${method} ${path}: no response, ${answer}`)
      return
    }
    const counts = statuses.get(template)
    counts?.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
    for (const fault of [...faultsOf(answer), ...mismatches(answer)]) faults.add(`${method} ${path}: ${fault}`)
  }
  const sample = fc.sample(anyRequest(reads, known), { numRuns: options.requests, seed: options.seed })
  await Promise.all(sample.map((request) => limit(ask, request)))
  return { faults: [...faults], statuses }
}

/** What went wrong, with its cause: fetch itself only says that it failed. */
function failureText(error: unknown): string {
  const { cause } = Object(error) as { cause?: unknown }
  return cause === undefined ? String(error) : `${error} (${cause})`
}

function faultsOf({ method, status, body, text }: Answer): string[] {
  if (status >= 500) return [`status ${status}: ${text.slice(0, 200)}`]
  const isRefusal = status >= 400 && method !== 'HEAD'
  return isRefusal && !errorEnvelope.safeParse(body).success ? [`status ${status} without the envelope`] : []
}

/** The statuses as a table with one line per path. */
export function statusTable({ statuses }: FuzzReport): string[] {
  const columns = [...new Set([...statuses.values()].flatMap((counts) => [...counts.keys()]))].sort((a, b) => a - b)
  const width = Math.max(...[...statuses.keys()].map((path) => path.length))
  const line = (first: string, cells: readonly string[]) =>
    `${first.padEnd(width)}${cells.map((cell) => cell.padStart(8)).join('')}`
  return [
    line('', ['sent', ...columns.map(String)]),
    ...[...statuses].map(([path, counts]) => {
      const asked = [...counts.values()].reduce((sum, count) => sum + count, 0)
      return line(
        path,
        [asked, ...columns.map((status) => counts.get(status) ?? 0)].map((count) => String(count || '·')),
      )
    }),
  ]
}

/** Share of all requests that were refused because of a rate limit or a spent allowance. */
export function shareLimited({ statuses }: FuzzReport): number {
  let all = 0
  let limited = 0
  for (const [status, count] of [...statuses.values()].flatMap((counts) => [...counts])) {
    all += count
    if (status === 429 || status === 402) limited += count
  }
  return all === 0 ? 0 : limited / all
}
