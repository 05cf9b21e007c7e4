import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bracket } from './best-guess.ts'
import { LEAST_BYTES, nextLength } from './length-search.ts'

describe('how long a request line may be', () => {
  it('is found to a twelfth, from 500 bytes to 64,000, with ten attempts at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: LEAST_BYTES, max: 200_000 }), (limit) => {
        let known: Bracket = { accepted: 0, refused: null }
        let attempts = 0
        for (let bytes = nextLength(known); bytes !== null; bytes = nextLength(known)) {
          attempts++
          known = bytes <= limit ? { ...known, accepted: bytes } : { ...known, refused: bytes }
        }
        const found = Math.max(LEAST_BYTES, known.accepted)
        expect(attempts).toBeLessThanOrEqual(10)
        expect(found).toBeLessThanOrEqual(limit)
        expect(found).toBeGreaterThanOrEqual(Math.min(64_000, limit / (1 + 1 / 12) - 1))
      }),
    )
  })

  it('is not tried below what every server takes', () => {
    expect(nextLength({ accepted: 0, refused: LEAST_BYTES + 10 })).toBeNull()
  })
})
