import { isResolution, type Resolution } from '../../domain/cell.ts'

/** The finest resolution that the plan is known to allow. */
export class FinestResolution {
  /** According to the proxy, and with refusals since. */
  #byProxy: Resolution = 8
  #finest: Resolution = 8

  get(): Resolution {
    return this.#finest
  }

  /** Sets what the proxy knows; null while none was refused. Returns whether that changes anything. */
  allow(finest: number | null): boolean {
    this.#byProxy = finest !== null && isResolution(finest) ? finest : 8
    if (this.#finest === this.#byProxy) return false
    this.#finest = this.#byProxy
    return true
  }

  /** Notes a resolution that was refused. Returns whether that changes anything. */
  learnRefused(refused: Resolution): boolean {
    const coarser = refused - 1
    if (coarser >= this.#finest || !isResolution(coarser)) return false
    this.#finest = coarser
    return true
  }

  /** Forgets the refusals that the proxy does not know of. */
  forgetRefusals(): void {
    this.#finest = this.#byProxy
  }
}
