import { describe, expect, it } from 'vitest'
import { cellPlaceName } from './place-words.ts'

describe('the place that a cell is called after', () => {
  it('is said as it is named, and a country by its name instead of its code', () => {
    expect(['Eixample', 'Å', 'Ed', 'pt', 'xz'].map(cellPlaceName)).toEqual(['Eixample', 'Å', 'Ed', 'Portugal', 'XZ'])
  })
})
