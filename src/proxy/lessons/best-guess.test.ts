import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bracket, bestGuess } from './best-guess.ts'

const anySize = fc.integer({ min: 1, max: 100_000 })
const callsFor = (wanted: number) => (size: number) => 2 * Math.ceil(wanted / size)

/** The calls that a purchase takes, refused ones included, if the service accepts this many cells. */
function callsOf(limit: number, wanted: number) {
  let known: Bracket = { accepted: 0, refused: null }
  let [left, calls, refused] = [wanted, 0, 0]
  while (left > 0) {
    const size = Math.min(left, bestGuess(known, callsFor(left)))
    calls++
    if (size > limit) refused++
    else left -= size
    known = size > limit ? { ...known, refused: size } : { ...known, accepted: Math.max(known.accepted, size) }
  }
  return { calls, refused }
}

describe('the best guess at a limit', () => {
  it('is never beyond what was refused, and never below what was accepted', () => {
    fc.assert(
      fc.property(anySize, anySize, anySize, (one, other, wanted) => {
        const [accepted, refused] = [Math.min(one, other), Math.max(one, other) + 1]
        const guess = bestGuess({ accepted, refused }, callsFor(wanted))
        expect(guess).toBeGreaterThanOrEqual(accepted)
        expect(guess).toBeLessThan(refused)
        expect(guess, 'nobody can ask for half a cell').toBe(Math.floor(guess))
      }),
    )
  })

  it('risks nothing where the size that is known does with one call', () => {
    fc.assert(
      fc.property(anySize, (accepted) => {
        expect(bestGuess({ accepted, refused: null }, callsFor(accepted))).toBe(accepted)
      }),
    )
  })

  it('buys a view of 2,744 cells with at most a quarter more calls than the fewest, and six', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 100_000 }), (limit) => {
        const { calls, refused } = callsOf(limit, 2_744)
        expect(calls).toBeLessThanOrEqual(1.25 * Math.ceil(2_744 / limit) + 6)
        expect(refused).toBeLessThanOrEqual(6)
      }),
    )
  })

  it('knows that a limit may lie anywhere between the size accepted and a larger one', () => {
    // Accepted is a circle of nearly 3,000 cells, and 3,000 is the commonest limit. Saving half a call is not worth the
    // risk.
    const callsWith = (size: number) => (size < 3_500 ? 2 : 1.5)
    expect(bestGuess({ accepted: 2_990, refused: null }, callsWith)).toBe(2_990)
    expect(bestGuess({ accepted: 2_990, refused: 9_990 }, callsWith)).toBe(2_990)
  })

  it('takes a smaller step where only one refusal is left', () => {
    const callsWith = (size: number) => 2_744 / size
    const known = { accepted: 25, refused: 100 }
    expect(bestGuess(known, callsWith, 1)).toBeLessThan(bestGuess(known, callsWith, 3))
  })

  it('finds even a limit of one', () => {
    expect(callsOf(1, 60).calls).toBeLessThanOrEqual(70)
  })
})

it('a tiny limit is found in whole numbers', () => {
  for (const limit of [1, 2, 3, 7]) {
    const { calls, refused } = callsOf(limit, 343)
    expect(calls - refused, `a limit of ${limit}`).toBeLessThanOrEqual(Math.ceil(343 / Math.min(limit, 6)) + 20)
  }
})
