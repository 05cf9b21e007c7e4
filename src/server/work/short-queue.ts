import { Gone, throwIfGone } from './gone.ts'

/** There is more such work than can be done soon. */
export class Overloaded extends Error {
  /** Seconds after which another try may succeed. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(`Too much of this work is waiting; try again in ${retryAfter} s.`)
    this.retryAfter = retryAfter
  }
}

/** For whom work is done, and until when. */
export interface OnBehalf {
  /** Whose turn it takes: the address or the account by which they are counted. */
  readonly client: string
  readonly signal?: AbortSignal | undefined
}

/** Runs a few jobs at once, and lets a few wait; clients with much work wait longer than clients with little. */
export interface ShortQueue {
  /**
   * Does the work when its turn comes. Rejects with `Overloaded` when too much is waiting already, and with `Gone`
   * when the signal is aborted before its turn. Where all places are taken, the client with the most gives its last up.
   */
  run<T>(work: () => Promise<T>, by: OnBehalf): Promise<T>
}

interface Waiter {
  readonly client: string
  begin(): void
  refuse(reason: Error): void
}

/** Creates a queue; `elapsed` is a steady clock in milliseconds. */
export function createShortQueue(limits: {
  readonly atOnce: number
  /** How many running jobs one client may have, so that others can begin at once; all of them unless given. */
  readonly perClient?: number
  readonly waiting: number
  /** The clients that may be one and the same, by a name for them; they count as one. */
  readonly groupOf?: (client: string) => string | null
  readonly elapsed: () => number
}): ShortQueue {
  const { atOnce, perClient = atOnce, groupOf = () => null, elapsed } = limits
  const queue: Waiter[] = []
  const running: string[] = []
  /** Milliseconds that recent work took. */
  let usual = 0

  const overloaded = () => new Overloaded(Math.max(1, Math.ceil((usual * queue.length) / atOnce / 1_000)))
  /** Makes room by refusing the last job of the client with the most waiting; throws if that would not be fairer. */
  const makeRoom = (client: string) => {
    const last = queue.findLast((waiter) => countOf(queue, waiter.client) > countOf(queue, client) + 1)
    if (last === undefined) throw overloaded()
    queue.splice(queue.indexOf(last), 1)
    last.refuse(overloaded())
  }
  const turn = ({ client, signal }: OnBehalf) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(waiter), 1)
        reject(new Gone())
      }
      const ended = (settle: () => void) => {
        signal?.removeEventListener('abort', leave)
        settle()
      }
      const waiter = { client, begin: () => ended(resolve), refuse: (reason: Error) => ended(() => reject(reason)) }
      queue.push(waiter)
      signal?.addEventListener('abort', leave, { once: true })
    })
  /** Lets the first one in of the client with the least under way, among those that have less than their share. */
  const letIn = (ended: string) => {
    const shareOf = ({ client }: Waiter) => countIn(running, client) - (client === ended ? 1 : 0)
    const able = queue.filter((waiter) => shareOf(waiter) < perClient)
    const least = Math.min(...able.map(({ client }) => countIn(running, client)))
    const next = able.find(({ client }) => countIn(running, client) === least)
    if (next === undefined) return
    queue.splice(queue.indexOf(next), 1)
    running.push(next.client)
    next.begin()
  }
  return {
    run: async (work, { client, signal }) => {
      const by = { client: groupOf(client) ?? client, signal }
      throwIfGone(signal)
      if (running.length < atOnce && countIn(running, by.client) < perClient) running.push(by.client)
      else {
        if (queue.length >= limits.waiting) makeRoom(by.client)
        await turn(by)
      }
      const began = elapsed()
      try {
        return await work()
      } finally {
        usual = (usual + (elapsed() - began)) / 2
        // What just ended still counts, so that its client is not the next one if others wait.
        letIn(by.client)
        running.splice(running.indexOf(by.client), 1)
      }
    },
  }
}

function countOf(queue: readonly Waiter[], client: string): number {
  return queue.filter((waiter) => waiter.client === client).length
}

function countIn(running: readonly string[], client: string): number {
  return running.filter((one) => one === client).length
}
