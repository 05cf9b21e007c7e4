import { describe, expect, it } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import { cellPlaceName } from '../ui/words/place-name.ts'
import { outlineGap } from './place-words.ts'

describe('the name of the place around a cell', () => {
  it('is kept, but a country’s code becomes its name', () => {
    const names = ['Eixample', 'Å', 'Ed', 'pt', 'xz'].map((name) => cellPlaceName(name, trustCell('88394460a7fffff')))
    expect(names).toEqual(['Eixample', 'Å', 'Ed', 'Portugal', 'XZ'])
  })
})

describe('the outline of a place', () => {
  const cells = ['88394460a7fffff', '88394460a5fffff'].map(trustCell)

  const whole = { cells, rollupNote: null, isComplete: true, coarserResolution: null }

  it('may be incomplete when the service’s list is, and the card gives the number of cells', () => {
    expect(outlineGap({ ...whole, isComplete: false })).toBe(
      'The outline may be incomplete: the service’s list ended early, after 2 cells.',
    )
    expect(outlineGap(whole)).toBeNull()
  })

  it('says when the plan allows only a coarser one', () => {
    expect(outlineGap({ ...whole, coarserResolution: 6 })).toBe(
      'The plan does not allow this place’s own detail, so its outline has resolution 6.',
    )
  })
})
