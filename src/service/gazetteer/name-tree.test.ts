import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growNames, type NameChain } from './name-tree.ts'

const LEVELS = ['region', 'province', 'city', 'macrozone', 'microzone'] as const

/** A chain from "Catalunya/-/Barcelona/Gràcia"; `-` and missing parts are blank. */
function chain(text: string, listings = 1, country = 'es'): NameChain {
  const parts = text.split('/')
  const names = LEVELS.map((level, i) => [level, parts[i] && parts[i] !== '-' ? parts[i] : null])
  return { country, listings, names: Object.fromEntries(names) }
}

const pathsOf = (chains: NameChain[]) => growNames(chains).map(({ path }) => path)

describe('the tree of names', () => {
  it('skips blank levels', () => {
    const places = growNames([chain('Catalunya/-/Barcelona/-/Gràcia')])
    expect(places.map(({ level, name, parent }) => [level, name, parent?.name])).toEqual([
      ['region', 'Catalunya', undefined],
      ['city', 'Barcelona', 'Catalunya'],
      ['microzone', 'Gràcia', 'Barcelona'],
    ])
  })

  it('treats names that differ in case and diacritics as one, in the most common spelling', () => {
    const places = growNames([chain('-/-/GRACIA', 3), chain('-/-/Gràcia', 5), chain('-/-/gracia', 4)])
    expect(places).toMatchObject([{ name: 'Gràcia', chains: [0, 1, 2] }])
  })

  it('keeps places with the same name in different places or countries apart', () => {
    expect(pathsOf([chain('-/-/Lyon/Centre'), chain('-/-/Paris/Centre')])).toEqual([
      'city:lyon',
      'city:paris',
      'city:lyon/macrozone:centre',
      'city:paris/macrozone:centre',
    ])
    expect(growNames([chain('-/-/Valencia'), chain('-/-/Valencia', 1, 've')])).toHaveLength(2)
  })

  it('recognises a place in listings that leave out levels above it', () => {
    const chains = [chain('-/-/Barcelona/Gràcia'), chain('Catalunya/-/Barcelona/Gràcia'), chain('-/-/-/Gràcia')]
    expect(growNames(chains).map(({ path, chains }) => [path, chains.toSorted()])).toEqual([
      ['region:catalunya', [1]],
      ['region:catalunya/city:barcelona', [0, 1]],
      ['region:catalunya/city:barcelona/macrozone:gracia', [0, 1, 2]],
    ])
  })

  it('does not guess between several places with the same name', () => {
    const chains = [chain('Illinois/-/Springfield'), chain('Ohio/-/Springfield'), chain('-/-/Springfield')]
    expect(pathsOf(chains).filter((path) => path.includes('springfield'))).toEqual([
      'region:illinois/city:springfield',
      'region:ohio/city:springfield',
      'city:springfield',
    ])
  })

  it('follows the many where a few listings on the same ground name another parent', () => {
    const at = (text: string, listings: number, cell: bigint) => ({
      ...chain(text, listings),
      ground: new Map([[cell, listings]]),
    })
    const many = at('-/-/Barcelona/Gràcia', 400, 1n)
    const slips = [at('-/-/Madrid/Gràcia', 3, 1n), at('-/-/Barcelone/Gràcia', 2, 1n), at('-/-/-/gracia', 4, 1n)]
    const gracia = growNames([...slips, many]).filter(({ folded }) => folded === 'gracia')
    expect(gracia).toMatchObject([{ name: 'Gràcia', parent: { name: 'Barcelona' } }])
    expect(gracia[0]?.chains.toSorted()).toEqual([0, 1, 2, 3])
    // A namesake on other ground, or one with its own weight, is another place.
    const others = [at('-/-/Lleida/Gràcia', 3, 2n), at('-/-/Girona/Gràcia', 200, 1n)]
    expect(growNames([...others, many]).filter(({ folded }) => folded === 'gracia')).toHaveLength(3)
  })

  it('leaves out names without a letter', () => {
    expect(growNames([chain('-/-/???'), chain('-/-/-')])).toEqual([])
  })

  it('does not depend on the order of chains, and has every chain once at each named level', () => {
    const part = fc.constantFrom('-', 'A', 'a', 'B', 'C')
    const chains = fc.uniqueArray(
      fc.tuple(part, part, part, part, part).map((parts) => parts.join('/')),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(chains, (texts) => {
        const forwards = growNames(texts.map((text) => chain(text)))
        const backwards = growNames(texts.toReversed().map((text) => chain(text)))
        expect(backwards.map(({ path }) => path).sort()).toEqual(forwards.map(({ path }) => path).sort())
        for (const [i, text] of texts.entries()) {
          const named = text.split('/').flatMap((name, level) => (name === '-' ? [] : [LEVELS[level]]))
          expect(forwards.filter(({ chains: own }) => own.includes(i)).map(({ level }) => level)).toEqual(named)
        }
      }),
    )
  })
})
