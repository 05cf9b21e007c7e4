import type { Refusal } from '../../contract/proxy-api.ts'
import type { RequestError } from '../requests/http.ts'
import { type Failures, failedTile, refusedTile, type TileState, withRefusal } from './tile-state.ts'

/** What has failed in succession, by a tile's key. The longer a tile has failed, the later it is retried. */
export class TileFailures {
  readonly #failures = new Map<string, Failures>()
  readonly #capacity: number

  /** @param capacity the most tiles to remember */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Returns the state of a tile that was refused at an instant, in milliseconds since 1970. */
  refused(key: string, refusal: Refusal, now: number): TileState {
    return refusedTile(
      refusal,
      this.#count(key, (before) => withRefusal(before, refusal)),
      now,
    )
  }

  /** Returns the state of a tile that failed at an instant, in milliseconds since 1970. */
  failed(key: string, error: RequestError, now: number): TileState {
    return failedTile(
      error,
      this.#count(key, (before) => ({ ...before, all: before.all + 1 })),
      now,
    )
  }

  forget(key: string): void {
    this.#failures.delete(key)
  }

  clear(): void {
    this.#failures.clear()
  }

  #count(key: string, count: (before: Failures) => Failures): Failures {
    const failures = count(this.#failures.get(key) ?? { all: 0, charged: 0 })
    this.#failures.delete(key)
    this.#failures.set(key, failures)
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > this.#capacity && oldest !== undefined) this.#failures.delete(oldest)
    return failures
  }
}
