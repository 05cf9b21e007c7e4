/** What waits, by client. Clients take turns, however much each of them has waiting. */
export interface ClientQueue<T> {
  add(client: string, item: T): void
  /** Takes the first item of the client whose turn it is; undefined when nothing waits. */
  take(): T | undefined
  isEmpty(): boolean
}

export function createClientQueue<T>(): ClientQueue<T> {
  /** The next client is the first. */
  const waiting = new Map<string, T[]>()
  return {
    add: (client, item) => {
      const items = waiting.get(client)
      if (items) items.push(item)
      else waiting.set(client, [item])
    },
    take: () => {
      const [next] = waiting
      if (next === undefined) return undefined
      const [client, items] = next
      const item = items.shift()
      waiting.delete(client)
      // Behind all the others.
      if (items.length > 0) waiting.set(client, items)
      return item
    },
    isEmpty: () => waiting.size === 0,
  }
}
