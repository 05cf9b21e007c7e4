import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextIteration } from 'node:timers'
import { createClientQueue } from './client-queue.ts'
import { throwIfGone } from './gone.ts'

const clients = new AsyncLocalStorage<string>()
const waiting = createClientQueue<() => void>()

/** Does a client's work. All that it starts shares turns with the work of others fairly, however much of it there is. */
export function asClient<T>(client: string, work: () => T): T {
  return clients.run(client, work)
}

/**
 * Resolves in a later iteration of the event loop, in which nobody else's turn comes; clients take turns. Long work that
 * waits for its turn every few milliseconds stops nothing else, however many requests do such work at once. Rejects with
 * `Gone` once the signal is aborted.
 */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (waiting.isEmpty()) nextIteration(giveTurn)
    waiting.add(clients.getStore() ?? '', resolve)
  })
  throwIfGone(signal)
}

function giveTurn(): void {
  waiting.take()?.()
  if (!waiting.isEmpty()) nextIteration(giveTurn)
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
