/** Does work of a client when its turn comes, and returns what the work returns. */
export type FairLimit = <T>(client: string, work: () => Promise<T>) => Promise<T>

/** Does so much work at once. Clients take turns, however much work each of them has waiting, and none is refused. */
export function createFairLimit(atOnce: number): FairLimit {
  /** What waits, by client; the next client is the first. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0
  const beginNext = () => {
    const [next] = waiting
    if (next === undefined) return void running--
    const [client, works] = next
    const begin = works.shift()
    waiting.delete(client)
    // Behind all the others.
    if (works.length > 0) waiting.set(client, works)
    begin?.()
  }
  const turn = (client: string) =>
    new Promise<void>((resolve) => {
      const works = waiting.get(client) ?? []
      works.push(resolve)
      waiting.set(client, works)
    })
  return async (client, work) => {
    if (running < atOnce) running++
    else await turn(client)
    try {
      return await work()
    } finally {
      beginNext()
    }
  }
}
