import { describe, expect, it } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import { cellPlaceName } from '../ui/place-name.ts'
import { outlineGap } from './place-words.ts'

describe('the name of the place around a cell', () => {
  it('is kept, but a country’s code becomes its name', () => {
    expect(['Eixample', 'Å', 'Ed', 'pt', 'xz'].map(cellPlaceName)).toEqual(['Eixample', 'Å', 'Ed', 'Portugal', 'XZ'])
  })
})

describe('the outline of a place', () => {
  const cells = ['88394460a7fffff', '88394460a5fffff'].map(trustCell)

  it('may be incomplete when the service repeats a page, and the card gives the number of cells', () => {
    expect(outlineGap({ cells, rollupNote: null, isComplete: false })).toBe(
      'The outline may be incomplete: the service repeated a page of its list after 2 cells.',
    )
    expect(outlineGap({ cells, rollupNote: null, isComplete: true })).toBeNull()
  })
})
