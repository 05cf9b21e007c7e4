import type { AsOf } from '../../domain/period.ts'

/**
 * Chooses the period in which a purchase goes on. The latest answer usually tells it. Behind a balancer, though, copies of a
 * service can answer of different periods; following each answer would ask for the missing half of a tile in the one, and
 * be given the held half in the other.
 */
export class FollowedPeriod {
  private readonly left = new Set<AsOf>()
  private current: AsOf
  private isDoubted = false

  constructor(current: AsOf) {
    this.current = current
  }

  /**
   * Returns true when the purchase should go on in the period of this answer. An earlier one that it has left before takes
   * two answers in a row.
   */
  follows(as_of: AsOf): boolean {
    const isBack = as_of < this.current && this.left.has(as_of) && !this.isDoubted
    this.isDoubted = isBack
    if (isBack || as_of === this.current) return false
    this.left.add(this.current)
    this.current = as_of
    return true
  }
}
