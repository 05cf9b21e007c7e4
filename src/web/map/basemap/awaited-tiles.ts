/** Tiles on their way, by key; those that take too long are overdue until they arrive. */
export class AwaitedTiles {
  readonly #limitMs: number
  readonly #onOverdue: (key: string) => void
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #overdue = new Set<string>()

  /** @param limitMs how long a tile may take, in milliseconds */
  constructor(limitMs: number, onOverdue: (key: string) => void) {
    this.#limitMs = limitMs
    this.#onOverdue = onOverdue
  }

  get hasOverdue(): boolean {
    return this.#overdue.size > 0
  }

  /** Begins to wait for a tile, or begins again. */
  wait(key: string): void {
    clearTimeout(this.#timers.get(key))
    const giveUp = () => {
      this.#overdue.add(key)
      this.#onOverdue(key)
    }
    this.#timers.set(key, setTimeout(giveUp, this.#limitMs))
  }

  /** Notes that a tile has arrived, failed, or is not needed any more. */
  settle(key: string): void {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    this.#overdue.delete(key)
  }

  settleAll(): void {
    for (const key of [...this.#timers.keys()]) this.settle(key)
  }
}
