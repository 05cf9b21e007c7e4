import { describe, expect, it } from 'vitest'
import type { Level, ZoneLevel } from '../../domain/place.ts'
import type { Place } from '../free/geo.ts'
import { type ChildPlaces, readChildPlaces } from './child-places.ts'
import { actionOfKey, typedAhead } from './tree-keys.ts'
import { type TreeContents, treeRows } from './tree-rows.ts'

function place(geo_id: string, level: Level, name = geo_id): Place {
  return { geo_id, name, level, country: 'es', ancestors: [], signal: null }
}

function below(places: readonly Place[], end: ChildPlaces['end'] = 'complete'): ChildPlaces {
  return { places, pages: [], end, wanted: 1 }
}

interface Given {
  allBelow: Record<string, ChildPlaces>
  expanded?: string[]
  finest?: ZoneLevel
  failed?: string
  revealed?: Record<string, Place>
}

function contents({ allBelow, expanded = [], finest, failed, revealed = {} }: Given): TreeContents {
  return {
    expanded: new Set(expanded),
    finest: finest ?? null,
    childrenOf: (id) => allBelow[id ?? ''],
    failureOf: (id) => (failed !== undefined && id === failed ? new Error('down') : null),
    revealedIn: (id) => revealed[id ?? ''],
  }
}

const TREE: Given = {
  allBelow: {
    '': below([place('es', 'country'), place('pt', 'country')]),
    es: below([place('cat', 'region', 'Catalunya'), place('lone', 'city', 'Ciudad')], 'more'),
    cat: below([place('bcn', 'city', 'Barcelona')]),
    bcn: below([]),
  },
  expanded: ['es', 'cat', 'bcn'],
}

describe('ten thousand places beneath one', () => {
  const children = Array.from({ length: 10_000 }, (_, at) => place(`c${at}`, 'city', `Ciudad ${at}`))
  const pageOf = ({ page }: { page: number }) => {
    const places = children.slice((page - 1) * 100, page * 100)
    return { places, isLast: places.length < 100 }
  }

  it('are read in order however many pages are wanted, and found by what is typed', () => {
    const parent = { geo_id: 'es', level: 'country' } as const
    const some = readChildPlaces({ parent, finest: null, pages: 37 }, pageOf)
    expect([some.places.length, some.end]).toEqual([3_700, 'more'])
    const all = readChildPlaces({ parent, finest: null, pages: 101 }, pageOf)
    expect([all.places.length, all.end]).toEqual([10_000, 'complete'])
    const allBelow = { '': below([place('es', 'country', 'Spain')]), es: all }
    const rows = treeRows(contents({ allBelow, expanded: ['es'] }))
    expect(rows).toHaveLength(10_001)
    expect(rows.at(-1)).toMatchObject({ key: 'c9999', level: 2, position: 10_000, setSize: 10_000 })
    expect(typedAhead('ciudad 9998', rows, 'es')).toBe('c9998')
    expect(typedAhead('c', rows, 'c9999')).toBe('c0')
    expect(actionOfKey('End', rows, 'es')).toEqual({ kind: 'go', key: 'c9999' })
  })
})

describe('the rows of the tree', () => {
  it('follow the open places, skipped levels included, with their depth and position', () => {
    const rows = treeRows(contents(TREE))
    expect(rows.map(({ key, level, position, setSize }) => [key, level, position, setSize])).toEqual([
      ['es', 1, 1, 2],
      ['cat', 2, 1, -1],
      ['bcn', 3, 1, 1],
      ['lone', 2, 2, -1],
      ['more:es', 2, 3, -1],
      ['pt', 1, 2, 2],
    ])
  })

  it('show a place that was opened and has nothing beneath it as a leaf', () => {
    const leaf = treeRows(contents(TREE)).find(({ key }) => key === 'bcn')
    expect(leaf).toMatchObject({ isExpanded: null })
  })

  it('end at the chosen level', () => {
    const rows = treeRows(contents({ ...TREE, finest: 'region', expanded: ['es'] }))
    expect(rows.find(({ key }) => key === 'cat')).toMatchObject({ isExpanded: null })
  })

  it('have each place once, even where a place is said to lie beneath itself', () => {
    const round = below([place('es', 'country'), place('cat', 'region')])
    const rows = treeRows(contents({ allBelow: { ...TREE.allBelow, cat: round }, expanded: ['es', 'cat'] }))
    expect(rows.map(({ key }) => key)).toEqual(['es', 'cat', 'lone', 'more:es', 'pt'])
  })

  it('have a revealed place before the page that lists it, and not twice afterwards', () => {
    const revealed = { es: place('far', 'region') }
    const before = treeRows(contents({ ...TREE, expanded: ['es'], revealed })).map(({ key }) => key)
    expect(before).toEqual(['es', 'cat', 'lone', 'far', 'more:es', 'pt'])
    const es = below([place('far', 'region'), place('cat', 'region')], 'more')
    const after = treeRows(contents({ allBelow: { ...TREE.allBelow, es }, expanded: ['es'], revealed }))
    expect(after.filter(({ key }) => key === 'far')).toHaveLength(1)
  })

  it('say where a page failed', () => {
    const allBelow = { ...TREE.allBelow, es: below([], 'loading') }
    const rows = treeRows(contents({ allBelow, expanded: ['es'], failed: 'es' }))
    expect(rows.map(({ kind }) => kind)).toEqual(['place', 'failed', 'place'])
  })
})

describe('the keys of the tree', () => {
  const rows = treeRows(contents(TREE))
  const key = (name: string, focused: string | null) => actionOfKey(name, rows, focused)

  it('walk up and down and stop at the ends', () => {
    expect(key('ArrowDown', 'es')).toEqual({ kind: 'go', key: 'cat' })
    expect(key('ArrowUp', 'es')).toEqual({ kind: 'go', key: 'es' })
    expect(key('End', 'es')).toEqual({ kind: 'go', key: 'pt' })
    expect(key('ArrowDown', 'pt')).toEqual({ kind: 'go', key: 'pt' })
    expect(key('Home', 'pt')).toEqual({ kind: 'go', key: 'es' })
  })

  it('open and enter to the right, close and leave to the left', () => {
    expect(key('ArrowRight', 'pt')).toEqual({ kind: 'expand', key: 'pt' })
    expect(key('ArrowRight', 'es')).toEqual({ kind: 'go', key: 'cat' })
    expect(key('ArrowRight', 'bcn')).toBeNull()
    expect(key('ArrowLeft', 'es')).toEqual({ kind: 'collapse', key: 'es' })
    expect(key('ArrowLeft', 'bcn')).toEqual({ kind: 'go', key: 'cat' })
    expect(key('ArrowLeft', 'pt')).toBeNull()
  })

  it('choose with Enter and Space, and leave other keys alone', () => {
    expect(key('Enter', 'bcn')).toEqual({ kind: 'activate', key: 'bcn' })
    expect(key(' ', 'bcn')).toEqual({ kind: 'activate', key: 'bcn' })
    expect(key('Tab', 'bcn')).toBeNull()
  })

  it('type ahead to names without their marks, around the end, and on with the same letter', () => {
    expect(typedAhead('bar', rows, 'es')).toBe('bcn')
    expect(typedAhead('c', rows, 'es')).toBe('cat')
    expect(typedAhead('c', rows, 'cat')).toBe('lone')
    expect(typedAhead('cc', rows, 'lone')).toBe('cat')
    expect(typedAhead('ca', rows, 'cat')).toBe('cat')
    expect(typedAhead('zzz', rows, 'es')).toBeNull()
  })
})
