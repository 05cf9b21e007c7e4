import { describe, expect, it } from 'vitest'
import type { Level } from '../../domain/place.ts'
import type { Place } from '../free/geo.ts'
import type { PlacePage, PlacePageName } from '../free/place-pages.ts'
import { type ChildPlacesWanted, readChildPlaces } from './child-places.ts'

const SIZE = 100

function place(geo_id: string, level: Level): Place {
  return { geo_id, name: geo_id, level, country: 'es', ancestors: [], signal: null }
}

/** Pages as a service sends them; `asked` notes which were looked at. */
function serviceOf(children: readonly Place[], { obeysLevel = true } = {}) {
  const asked: PlacePageName[] = []
  const pageOf = (name: PlacePageName): PlacePage => {
    asked.push(name)
    const kept = name.level && obeysLevel ? children.filter(({ level }) => level === name.level) : children
    const places = kept.slice((name.page - 1) * SIZE, name.page * SIZE)
    return { places, isLast: places.length < SIZE }
  }
  return { asked, pageOf }
}

const SPAIN: ChildPlacesWanted = { parent: { geo_id: 'es', level: 'country' }, finest: null, pages: 1 }
const cities = Array.from({ length: 250 }, (_, at) => place(`c${at}`, 'city'))

describe('the children of a place', () => {
  it('are read page by page, as many as are wanted', () => {
    const { pageOf } = serviceOf(cities)
    const sizes = [1, 2, 3].map((pages) => readChildPlaces({ ...SPAIN, pages }, pageOf))
    expect(sizes.map(({ places, end }) => [places.length, end])).toEqual([
      [100, 'more'],
      [200, 'more'],
      [250, 'complete'],
    ])
  })

  it('name the page that is wanted and not here', () => {
    const below = readChildPlaces({ ...SPAIN, pages: 2 }, (name) =>
      name.page === 1 ? { places: cities.slice(0, SIZE), isLast: false } : undefined,
    )
    expect(below.end).toBe('loading')
    expect(below.pages.at(-1)).toEqual({ parent: 'es', level: null, page: 2 })
  })

  it('end where a service sends the same page again and again', () => {
    const page = { places: cities.slice(0, SIZE), isLast: false }
    expect(readChildPlaces({ ...SPAIN, pages: 50 }, () => page)).toMatchObject({ end: 'complete', places: page.places })
  })
})

describe('the children down to a level', () => {
  const few = [place('r1', 'region'), place('c1', 'city'), place('d1', 'macrozone')]

  it('are picked from one page without another request', () => {
    const { asked, pageOf } = serviceOf(few)
    const { places, end } = readChildPlaces({ ...SPAIN, finest: 'city' }, pageOf)
    expect([places.map(({ geo_id }) => geo_id), end]).toEqual([['r1', 'c1'], 'complete'])
    expect(asked).toHaveLength(1)
  })

  it.each([true, false])('are asked for by level where they fill several pages (level obeyed: %s)', (obeysLevel) => {
    const districts = Array.from({ length: 120 }, (_, at) => place(`d${at}`, 'macrozone'))
    const all = [...districts, place('r1', 'region'), ...cities]
    const { asked, pageOf } = serviceOf(all, { obeysLevel })
    const below = readChildPlaces({ ...SPAIN, finest: 'city', pages: 9 }, pageOf)
    expect(below.end).toBe('complete')
    expect(below.places).toHaveLength(251)
    expect(below.places.some(({ level }) => level === 'macrozone')).toBe(false)
    expect(asked.some(({ level }) => level === 'macrozone')).toBe(false)
  })
})
