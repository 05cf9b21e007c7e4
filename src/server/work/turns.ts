import { setImmediate as nextIteration } from 'node:timers'
import { throwIfGone } from './gone.ts'

const waiting: (() => void)[] = []

/**
 * Resolves in a later iteration of the event loop, in which nobody else's turn comes. Long work that waits for its turn
 * every few milliseconds stops nothing else, however many requests do such work at once. Rejects with `Gone` once
 * the signal is aborted.
 */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) nextIteration(giveTurn)
  })
  throwIfGone(signal)
}

function giveTurn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) nextIteration(giveTurn)
}

/** Runs a generator to its end, each step in a turn of its own; returns its result. */
export async function inTurns<Result>(steps: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    await nextTurn(signal)
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs a generator to its end in one go, where it is short or nobody waits. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
