import { PATH_PREFIX } from '../../contract/limits.ts'
import type { Cell } from '../../domain/cell.ts'
import type { RawAnswer } from '../../proxy/upstream/connection/service-answer.ts'
import type { ServiceConnection } from '../../proxy/upstream/connection/service-connection.ts'
import { freeBody } from '../strange-service/bodies/free-bodies.ts'
import type { MeteredCall } from '../strange-service/bodies/metered-call.ts'
import { meteredRefusal } from '../strange-service/bodies/metered-refusal.ts'
import { readSelection, type Selection } from '../strange-service/bodies/selection.ts'
import { statsBody } from '../strange-service/bodies/stats-body.ts'
import { envelopeOf, Refused } from '../strange-service/rules/refused.ts'
import type { StrangeRules } from '../strange-service/rules/rules.ts'

/** A strange service without a server: its rules decide at once, and bodies with figures are not written. */
export interface SimulatedService {
  readonly connection: ServiceConnection
  readonly rules: StrangeRules
  /** Every metered request, in order, refused ones included. */
  readonly calls: readonly MeteredCall[]
  /** Returns the cells that a metered answer is about, by its body. */
  cellsIn(body: Uint8Array): readonly Cell[]
}

const SELECTORS = new Set(['geo_id', 'h3', 'lat', 'lng', 'radius_km', 'res'])
/** Answers to so few cells are written: lists are checked with two. */
const WRITTEN_CELLS = 2

/** Simulates a service without faults. */
export function simulateService(rules: StrangeRules): SimulatedService {
  const calls: MeteredCall[] = []
  const cellsOf = new WeakMap<Uint8Array, readonly Cell[]>()
  const answerMetered = (query: URLSearchParams, target: string): RawAnswer => {
    const selection = readSelection(rules, query)
    const { selector, cells } = selection
    const lens = Object.fromEntries([...query].filter(([name]) => !SELECTORS.has(name)))
    const isLong = target.length > rules.urlLimit
    const refusal = isLong ? null : meteredRefusal({ rules, used: 0 }, selection, lens)
    const answered = !isLong && refusal === null
    const about = { selector, cells, bytes: target.length, lens, as_of: rules.as_of, key: null }
    calls.push({ ...about, answered, isCharged: answered })
    if (isLong) return answerOf(rules.longUrlStatus, '')
    if (refusal !== null) throw refusal
    const answer = answerOf(200, bodyOf(rules, selection, lens))
    cellsOf.set(answer.body, cells)
    return answer
  }
  const answer = (target: string): RawAnswer => {
    const url = new URL(target, 'http://service')
    const path = url.pathname.slice(PATH_PREFIX.length)
    try {
      if (path === '/stats/current') return answerMetered(url.searchParams, target)
      if (target.length > rules.urlLimit && rules.limitsFreeUrls) return answerOf(rules.longUrlStatus, '')
      const body = freeBody(rules, 0, path, url.searchParams)
      return answerOf(200, typeof body === 'string' ? body : JSON.stringify(body))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return answerOf(error.status, JSON.stringify(envelopeOf(error, rules, '')))
    }
  }
  return {
    rules,
    calls,
    cellsIn: (body) => cellsOf.get(body) ?? [],
    connection: {
      basePath: PATH_PREFIX,
      get: async (target) => ({ kind: 'answer', answer: answer(target) }),
      close: async () => {},
    },
  }
}

function bodyOf(rules: StrangeRules, { cells, selector }: Selection, lens: Readonly<Record<string, string>>): string {
  const written = cells.length <= WRITTEN_CELLS ? cells : []
  return JSON.stringify(statsBody(rules, written, lens, selector))
}

function answerOf(status: number, body: string): RawAnswer {
  return { status, headers: {}, body: new TextEncoder().encode(body) }
}
