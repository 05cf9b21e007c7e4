import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { type Cell, trustCell } from '../../../domain/cell.ts'
import { readValue } from '../../upstream/free-values.ts'
import { withCountries } from './country-cells.ts'
import type { ListZoneCells, ZoneCellsRead } from './zone-cells.ts'

const [one, two, three] = [41, 42, 43].map((lat) => trustCell(latLngToCell(lat, 2, 5))) as [Cell, Cell, Cell]

function zone(geo_id: string): object {
  return {
    kind: 'zone',
    geo_id,
    name: geo_id,
    level: 'region',
    country: 'es',
    ancestors: [],
    h3_res: 8,
    current_period: null,
    prices_available: true,
  }
}

const children =
  (parts: readonly string[], more: object = {}) =>
  async () => ({
    kind: 'ok' as const,
    quota: { group: null, limit: null, used: null, resets_at: null },
    value: readValue('children', Buffer.from(JSON.stringify({ results: parts.map(zone), ...more })), {}),
  })

/** Lists each place on two pages, or what `fails` says. */
function lists(of: Record<string, readonly Cell[]>, fails?: string): ListZoneCells {
  return async function* list(geo_id) {
    const answer = { kind: 'ok', value: null } as unknown as ZoneCellsRead['answer']
    const cells = new Set(of[geo_id])
    yield { answer, cells: new Set([...cells].slice(0, 1)), rollupNote: null, end: 'not yet' }
    yield { answer, cells, rollupNote: `note of ${geo_id}`, end: geo_id === fails ? 'failed' : 'complete' }
  }
}

async function read(list: ListZoneCells, geo_id: string): Promise<ZoneCellsRead[]> {
  const all: ZoneCellsRead[] = []
  for await (const each of list(geo_id, 5)) all.push(each)
  return all
}

test('the cells of a country are those of its parts, each once', async () => {
  const list = withCountries(lists({ a: [one, two], b: [two, three] }), { children: children(['a', 'b']), most: 9 })
  const [all] = await read(list, 'es')
  expect(new Set(all?.cells)).toEqual(new Set([one, two, three]))
  expect(all).toMatchObject({ end: 'complete', rollupNote: 'note of a' })
})

test('a country is not complete with a full page of parts, and fails with one of them', async () => {
  const hundred = Array.from({ length: 100 }, (_, at) => `p${at}`)
  const many = Object.fromEntries(hundred.map((part) => [part, [one]]))
  expect((await read(withCountries(lists(many), { children: children(hundred), most: 99 }), 'es')).at(-1)?.end).toBe(
    'incomplete',
  )
  // A service may send fewer than a hundred on a page.
  for (const more of [{ total: 3 }, { has_more: true }, { meta: { truncated: true } }, { page: 1, pages: 2 }]) {
    const list = withCountries(lists({ a: [one], b: [two] }), { children: children(['a', 'b'], more), most: 9 })
    expect((await read(list, 'es')).at(-1)?.end).toBe('incomplete')
  }
  const broken = withCountries(lists({ a: [one], b: [two] }, 'b'), { children: children(['a', 'b']), most: 9 })
  expect((await read(broken, 'es')).at(-1)?.end).toBe('failed')
})

test('a zone is listed as before, page by page', async () => {
  const list = withCountries(lists({ zone: [one, two] }), { children: children([]), most: 9 })
  expect((await read(list, 'zone')).map(({ cells }) => cells.size)).toEqual([1, 2])
})

test('no more of a large country is read than anybody may ask for', async () => {
  const parts = Array.from({ length: 50 }, (_, at) => `p${at}`)
  const cellsOf = (part: string) => [41, 42].map((lat) => trustCell(latLngToCell(lat, Number(part.slice(1)), 5)))
  const asked: string[] = []
  const list: ListZoneCells = (part, resolution) => {
    asked.push(part)
    return lists({ [part]: cellsOf(part) })(part, resolution)
  }
  const [all] = await read(withCountries(list, { children: children(parts), most: 10 }), 'es')
  expect(all?.end).toBe('incomplete')
  expect(all?.cells.size).toBeGreaterThan(10)
  expect(asked.length).toBeLessThan(16)
})
