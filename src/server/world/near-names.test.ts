import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editDistance } from '../../domain/names/edit-distance.ts'
import { nearNames } from './near-names.ts'
import type { SortedNames } from './world-sections.ts'

it('finds exactly the names within so many errors that begin with one of the first two letters', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 60 }), name, fc.integer({ min: 1, max: 2 }), (list, text, most) => {
      const names = sortedNames(list)
      const found = nearNames(names, text, most).map(({ position, slips }) => [names.text(position), slips])
      const near = [...list].sort().flatMap((each) => {
        const slips = editDistance(each, text)
        return slips <= most && [text[0], text[1]].includes(each[0]) ? [[each, slips] as const] : []
      })
      expect(found.sort()).toEqual(near.map((pair) => [...pair]).sort())
    }),
  )
})

it('compares no name with a text that is longer than all of them', () => {
  const names = { ...sortedNames(['san saint', 'santander']), compared: 0 }
  const watched = new Proxy(names, {
    get(target, key: keyof SortedNames) {
      if (key === 'bytes') target.compared++
      return target[key]
    },
  })
  expect(nearNames(watched, 'san saint st '.repeat(13), 2)).toEqual([])
  expect(names.compared).toBe(0)
  expect(nearNames(watched, 'san sant', 2)).toHaveLength(1)
  expect(names.compared).toBeGreaterThan(0)
})

function sortedNames(list: readonly string[]): SortedNames {
  const sorted = [...list].sort()
  const starts = [0]
  for (const each of sorted) starts.push((starts.at(-1) ?? 0) + each.length)
  const bytes = Buffer.from(sorted.join(''))
  return {
    count: sorted.length,
    bytes,
    starts: Uint32Array.from(starts),
    text: (position) => sorted[position] ?? '',
    compare: (position, other) => Buffer.compare(Buffer.from(sorted[position] ?? ''), other),
    holders: () => [],
  }
}
