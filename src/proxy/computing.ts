import { createRequire } from 'node:module'
import { CELLS_PER_TILE } from '../domain/tile.ts'
import { inTurns, nextTurn } from '../server/work/turns.ts'
import { createWorkerThread, JobTooLong } from '../server/work/worker-thread.ts'
import type { AreaComputing } from './areas/drawn-area.ts'
import type { PlanComputing } from './buying/calls/call-planner.ts'
import type { AnswerComputing } from './buying/calls/made-call.ts'
import type { Waiter } from './buying/claims/batch.ts'
import type { OpenApiComputing } from './hints/stated/declared-parameters.ts'
import type { HistoryComputing } from './history/history-purchase.ts'
import { JOBS, packAsked } from './jobs.ts'
import { joinCells, unpackArea } from './planning/calls/area-scope.ts'
import { packRequest, packSlices, unpackCalls } from './planning/calls/packed-plan.ts'
import { planLists } from './planning/calls/plan.ts'
import { candidatesAround } from './planning/circles/candidates-around.ts'
import { planPurchases } from './planning/purchase-plan.ts'
import type { InFeet } from './tiles/area-of-prices.ts'
import { readPacked, unpackAnswer } from './tiles/packed-answer.ts'
import { type CutHistory, readPackedHistory } from './tiles/packed-history.ts'
import { countCells, type Slice } from './tiles/slice.ts'
import type { RawAnswer } from './upstream/connection/service-answer.ts'
import type { FreeComputing } from './upstream/free/free-answers.ts'
import { type FreeValues, readValue, type ValueComputing } from './upstream/free-values.ts'

/**
 * Milliseconds after which a plan is abandoned for plain lists, which take no time; without lists, the purchase is
 * refused.
 */
const LONGEST_PLAN = { withLists: 10_000, withoutLists: 60_000 }
/** Milliseconds after which the service’s contract is not read: it is only a hint, and every other job waits for it. */
const LONGEST_CONTRACT = 10_000
/** Milliseconds and megabytes: the largest answer that is asked for takes a second and a tenth of the memory. */
const LONGEST_ANSWER = 30_000
/** For answers that have been paid for. */
const PAID = { isUrgent: true, longest: LONGEST_ANSWER }
const MOST_MEGABYTES = 1_024
/** The answer for one tile is shorter, and read in a few milliseconds. */
const SMALL_BYTES = 65_536

/** What rooms have computed outside the event loop. */
export interface Computing
  extends AreaComputing,
    PlanComputing,
    AnswerComputing,
    HistoryComputing,
    FreeComputing,
    OpenApiComputing,
    ValueComputing {
  close(): Promise<void>
}

/**
 * Computes in a worker thread, which starts with the first job; purchases come before all else. Work for one tile is
 * done here: sending it to the thread would take longer. `longestContract` is in milliseconds.
 */
export function createComputing({ longestContract = LONGEST_CONTRACT } = {}): Computing {
  const thread = createWorkerThread<typeof JOBS>(createRequire(import.meta.url).resolve('#worker/proxy.js'), {
    mostMegabytes: MOST_MEGABYTES,
  })
  let inFeet: InFeet | undefined
  return {
    cellsOfCircle: async (circle, resolution, signal) => {
      const packed = await thread.run('cellsOfCircle', [circle, resolution], { signal })
      return inTurns(unpackArea(packed), signal)
    },
    cellsOfPolygon: async (corners, resolution, signal) => {
      const packed = await thread.run('cellsOfPolygon', [corners, resolution], { signal })
      return inTurns(unpackArea(packed), signal)
    },
    orderedCells: async (cells) => {
      await nextTurn()
      return inTurns(unpackArea(await thread.run('orderedCells', [joinCells(cells)])))
    },
    candidatesAround: async (wanted, resolution, waiter) => {
      if (isSmall(wanted)) return candidatesAround(wanted, resolution)
      await nextTurn(waiter?.signal)
      return thread.run('candidatesAround', [packSlices(wanted), resolution], precedenceOf(waiter))
    },
    plan: async (request, waiter) => {
      // Without lists, even one tile can take many circles.
      const isQuick = isSmall(request.wanted) && isSmall(request.around) && request.limits.listCells > 0
      if (isQuick) return planPurchases(request)
      const longest = request.limits.listCells > 0 ? LONGEST_PLAN.withLists : LONGEST_PLAN.withoutLists
      const options = { ...precedenceOf(waiter), longest }
      await nextTurn(waiter?.signal)
      try {
        const calls = await thread.run('planPurchases', [packRequest(request)], options)
        await nextTurn(waiter?.signal)
        return await inTurns(unpackCalls(calls, request), waiter?.signal)
      } catch (error) {
        // Lists need no search. Without them, a plan of single cells would cost far too much.
        if (!(error instanceof JobTooLong) || request.limits.listCells === 0) throw error
        await nextTurn(waiter?.signal)
        return planLists(request.wanted, request.limits.listCells)
      }
    },
    readAnswer: async (body, of, boughtAt) => {
      const asked = { ...of, inFeet }
      // An answer of few rows can be about a large circle.
      const isShort = body.byteLength <= SMALL_BYTES && asked.circle === undefined
      const packed = isShort
        ? readPacked(body, asked, boughtAt)
        : await thread.run('readPacked', [body, packAsked(asked), boughtAt], { ...PAID, given: memoryOf(body) })
      if (packed.kind === 'ok') inFeet = packed.inFeet ?? inFeet
      return inTurns(unpackAnswer(packed, asked.slices))
    },
    readHistory: async (body, of, boughtAt) => {
      const asked = { ...of, inFeet }
      const isShort = body.byteLength <= SMALL_BYTES
      const packed = isShort
        ? readPackedHistory(body, asked, boughtAt)
        : await thread.run('readHistory', [body, packAsked(asked), boughtAt], { ...PAID, given: memoryOf(body) })
      if (packed.kind === 'invalid') throw new Error(packed.reason)
      const periods: CutHistory['periods'][number][] = []
      for (const { answer, ...period } of packed.periods) {
        periods.push({ ...period, answer: await inTurns(unpackAnswer(answer, asked.slices)) })
      }
      return { ...packed, periods }
    },
    readFree: async (target, answer) => {
      const isShort = answer.body.byteLength <= SMALL_BYTES
      // Copying an answer of megabytes takes some milliseconds.
      if (!isShort) await nextTurn()
      return isShort ? JOBS.readFree(target, answer) : thread.run('readFree', [target, answer])
    },
    readValue: async <Name extends keyof FreeValues>(name: Name, body: Uint8Array, headers: RawAnswer['headers']) => {
      if (body.byteLength <= SMALL_BYTES) return readValue(name, body, headers)
      // Purchases and pages that open wait for it.
      const options = { isUrgent: true, longest: LONGEST_ANSWER, given: memoryOf(body) }
      return (await thread.run('readValue', [name, body, headers], options)) as FreeValues[Name]
    },
    readOpenApi: async (body) => {
      try {
        return await thread.run('readOpenApi', [body], { longest: longestContract })
      } catch (error) {
        if (!(error instanceof JobTooLong)) throw error
        return null
      }
    },
    close: () => thread.close(),
  }
}

/** Purchases come before costs. */
function precedenceOf(waiter: Waiter | undefined): { signal: AbortSignal | undefined; isUrgent: boolean } {
  return { signal: waiter?.signal, isUrgent: waiter?.commit !== null }
}

/** The memory of a long body that shares it with no other bytes. A short one may still be read as a refusal here. */
function memoryOf({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  if (byteLength <= SMALL_BYTES) return []
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

function isSmall(slices: readonly Slice[]): boolean {
  return countCells(slices) <= CELLS_PER_TILE
}
