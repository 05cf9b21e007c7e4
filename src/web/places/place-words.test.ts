import { describe, expect, it } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import { cellPlaceName, outlineGap } from './place-words.ts'

describe('the place that a cell is called after', () => {
  it('is said as it is named, and a country by its name instead of its code', () => {
    expect(['Eixample', 'Å', 'Ed', 'pt', 'xz'].map(cellPlaceName)).toEqual(['Eixample', 'Å', 'Ed', 'Portugal', 'XZ'])
  })
})

describe('the outline of a place', () => {
  const cells = ['88394460a7fffff', '88394460a5fffff'].map(trustCell)

  it('may be incomplete where the service repeated itself, and the card says after how many cells', () => {
    expect(outlineGap({ cells, rollupNote: null, isComplete: false })).toBe(
      'The outline may be incomplete: the service repeated a page of its list after 2 cells.',
    )
    expect(outlineGap({ cells, rollupNote: null, isComplete: true })).toBeNull()
  })
})
