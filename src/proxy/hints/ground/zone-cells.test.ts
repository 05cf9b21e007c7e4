import { cellToChildren, cellToParent, gridDisk } from 'h3-js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { areaAnswer } from '../../../contract/area.ts'
import { type Cell, cellToDecimal, trustCell } from '../../../domain/cell.ts'
import { parseGeoId } from '../../../domain/place.ts'
import { tileCells } from '../../../domain/tile.ts'
import { parentsAround } from '../../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../../../testing/strange-service/start-strange-service.ts'
import { startVariantService, type VariantAnswer, type VariantService } from '../../../testing/variant-service.ts'

const FINE = parentsAround(8, 1).flatMap(tileCells).slice(0, 250)
const PAGE = 100
const HEXES = /^\/geo\/[^/]+\/hexes$/

/** Some hundred cells of resolution 4. */
const FAR = () => ({ cells: gridDisk(cellToParent(FINE[0] ?? '', 4), 8) })

/** How a service lists the cells of its one zone; names not understood are ignored, or refused. */
interface Spelling {
  readonly resolution: string | null
  readonly cursor: string
  /** The resolution without a parameter. */
  readonly stored: number
  readonly refuses: boolean
  readonly gatedAbove: number
  readonly write: (cells: readonly Cell[], next: string | null) => unknown
  /** The header `Link`. */
  readonly link?: (next: string | null) => string
}

const OURS: Spelling = {
  resolution: 'res',
  cursor: 'cursor',
  stored: 8,
  refuses: false,
  gatedAbove: 8,
  write: (cells, next) => ({ results: cells.map((h3) => ({ h3 })), next_cursor: next }),
}

function answerOf(spelling: Spelling, query: URLSearchParams): VariantAnswer {
  const { resolution, cursor, stored, refuses, gatedAbove, write, link } = spelling
  const strange = [...query.keys()].find((name) => name !== resolution && name !== cursor)
  const refused = (error: string, more = {}) => ({ error, message: 'Refused.', docs_url: '', ...more })
  if (refuses && strange !== undefined) {
    return { status: 400, body: refused('invalid_parameter', { parameter: strange }) }
  }
  const at = Number((resolution && query.get(resolution)) ?? stored)
  if (at > gatedAbove) return { status: 403, body: refused('resolution_not_in_plan') }
  const cells = [...new Set(FINE.map((cell) => trustCell(cellToParent(cell, at))))]
  const from = Number(query.get(cursor) ?? 0)
  const next = from + PAGE < cells.length ? String(from + PAGE) : null
  return { body: write(cells.slice(from, from + PAGE), next), ...(link && { headers: { Link: link(next) } }) }
}

let service: StrangeService
let variant: VariantService
let proxy: ProxyUnderTest
let spelling: Spelling
let openapi: string | null

beforeAll(async () => {
  service = await startStrangeService()
})
afterAll(() => service.close())
beforeEach(async () => {
  spelling = OURS
  openapi = null
  variant = await startVariantService(service, (path, query) => {
    if (path === '/openapi.yaml' && openapi !== null) return { body: openapi }
    return HEXES.test(path) ? answerOf(spelling, query) : null
  })
  proxy = await startProxyUnderTest(variant)
})
afterEach(async () => {
  await proxy.close()
  await variant.close()
})

async function figures(resolution = 8, geo_id = 'z7') {
  expect(parseGeoId(geo_id)).not.toBeNull()
  const response = await fetch(`${proxy.url}/api/areas`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ as_of: '2026-11-01', lens: 'default', resolution, area: { geo_id } }),
  })
  return { status: response.status, body: await response.json() }
}

const cellsAt = (resolution: number) => [...new Set(FINE.map((cell) => cellToParent(cell, resolution)))].sort()

describe('the cells of a place are found', () => {
  it.each<[string, Partial<Spelling>]>([
    ['with our names', {}],
    ['with a resolution of another name', { resolution: 'resolution' }],
    ['with a resolution of another name, when others are refused', { resolution: 'h3_res', refuses: true }],
    ['with a cursor of another name', { cursor: 'page_token' }],
    ['with a cursor of another name, when others are refused', { cursor: 'after', refuses: true }],
    ['with both of other names', { resolution: 'h3_resolution', cursor: 'next_cursor' }],
    ['with both of other names, when others are refused', { resolution: 'resolution', cursor: 'token', refuses: true }],
    ['as decimal ids in an array', { write: (cells, next) => ({ hexes: cells.map(cellToDecimal), page: { next } }) }],
    [
      'with the next page in a header only',
      {
        write: (cells) => cells,
        link: (next) => (next === null ? '<?>; rel=first' : `<?res=8&cursor=${next}>; rel="next last"`),
      },
    ],
    ['as numbers', { write: (cells, next) => `{"cells":[${cells.map(cellToDecimal)}],"next":${next}}` }],
    [
      'with the address of the next page',
      {
        cursor: 'from',
        write: (cells, next) => ({
          data: cells.map((id) => ({ id })),
          links: next === null ? {} : { next: `/public/v1/geo/z7/hexes?from=${next}&res=8` },
        }),
      },
    ],
  ])('%s', async (_, changed) => {
    spelling = { ...OURS, ...changed }
    const told = areaAnswer.parse((await figures()).body)
    expect([told.cells, told.cells_complete]).toEqual([cellsAt(8), true])
    expect(told.states).not.toContain('not_bought')
  })

  it('with names that only the service’s document has, and without trying again for another place', async () => {
    spelling = { ...OURS, resolution: 'cell_res', cursor: 'resume_token', stored: 7 }
    openapi = `paths:
  /geo/{id}/hexes:
    parameters: [{ name: page_size, in: query }]
    get:
      parameters: [{ name: cell_res, in: query }, { $ref: '#/components/parameters/Token' }]
components:
  parameters:
    Token: { $ref: '#/components/parameters/Resume' }
    Resume: { name: resume_token, in: query }`
    expect(areaAnswer.parse((await figures()).body).cells).toEqual(cellsAt(8))
    const asked = variant.asked.length
    expect(areaAnswer.parse((await figures(8, 'z8')).body).cells_complete).toBe(true)
    expect(variant.asked.slice(asked)).toEqual([
      '/geo/z8/hexes?cell_res=8',
      '/geo/z8/hexes?cell_res=8&resume_token=100',
      '/geo/z8/hexes?cell_res=8&resume_token=200',
    ])
  })

  it('as parents of the listed cells where the service lists them only at its own resolution', async () => {
    spelling = { ...OURS, resolution: null }
    const told = areaAnswer.parse((await figures(6)).body)
    expect([told.cells, told.cells_complete]).toEqual([cellsAt(6), true])
    expect(told.rollup_note).toContain('parents of the listed cells of resolution 8')
  })

  it('as children of the listed cells where these are coarser than any figures', async () => {
    spelling = { ...OURS, resolution: null, stored: 3 }
    const told = areaAnswer.parse((await figures(6)).body)
    const children = cellsAt(3).flatMap((cell) => cellToChildren(cell, 6))
    expect([told.cells, told.cells_complete]).toEqual([children.sort(), true])
    expect(told.rollup_note).toContain('only at resolution 3')
  })

  it.each<[string, (cells: readonly Cell[]) => readonly Cell[]]>([
    ['only at a coarser resolution', (cells) => cells],
    ['compacted', (cells) => [...cells.slice(1), ...cellToChildren(cells[0] ?? '', 8).map(trustCell)]],
  ])('as children of the listed cells where the service lists them %s', async (_, listed) => {
    spelling = { ...OURS, resolution: null, stored: 7, write: (cells) => ({ cells: listed(cells) }) }
    const children = cellsAt(7).flatMap((cell) => cellToChildren(cell, 8))
    const told = areaAnswer.parse((await figures()).body)
    expect([told.cells, told.cells_complete]).toEqual([children.sort(), true])
    expect(told.rollup_note).toContain('only at resolution 7')
    expect(told.states).not.toContain('not_bought')
    const asked = variant.asked.length
    expect((await figures()).body).toMatchObject({ calls: 0, rollup_note: told.rollup_note })
    expect(variant.asked).toHaveLength(asked)
  })
})

it('the page gets a next page that only a header names, without its address', async () => {
  spelling = {
    ...OURS,
    write: (cells) => cells,
    link: () => '<https://inner.example/hexes?res=8&cursor=100>; rel=next',
  }
  const { text } = await proxy.get('/public/v1/geo/z7/hexes?res=8')
  expect(JSON.parse(text)).toMatchObject({ next_link: '?res=8&cursor=100', results: FINE.slice(0, PAGE) })
  expect(text).not.toContain('inner.example')
})

describe('the cells of a place are not taken for whole', () => {
  it.each<[string, Partial<Spelling>]>([
    ['when no name of the cursor is understood', { cursor: 'somewhere_else' }],
    ['when there is more and no cursor', { write: (cells, next) => ({ cells, has_more: next !== null }) }],
    ['when a header says so without a cursor', { write: (cells) => cells, link: () => '</hexes/2>; rel=next' }],
    ['when the service counts more', { write: (cells) => ({ cells, total: 250 }) }],
    ['when entries cannot be read', { write: (cells, next) => ({ cells: [...cells, 'x'], next_cursor: next }) }],
  ])('%s', async (_, changed) => {
    spelling = { ...OURS, ...changed }
    const told = areaAnswer.parse((await figures()).body)
    expect(told.cells_complete).toBe(false)
    expect(told.cells.length).toBeGreaterThanOrEqual(PAGE)
  })
})

describe('the figures of a place alone are lost', () => {
  it.each<[string, Partial<Spelling>, number, string]>([
    ['when a single listed cell has too many', { resolution: null, stored: 0 }, 422, 'too_many_hexes'],
    [
      'when it has too many where they are listed coarser',
      { resolution: null, stored: 4, write: FAR },
      422,
      'too_many_hexes',
    ],
    ['when the list has no cells that can be read', { write: () => ({ message: 'soon' }) }, 502, 'internal_error'],
    ['when the plan does not allow the resolution', { gatedAbove: 7 }, 403, 'resolution_not_in_plan'],
  ])('%s', async (_, changed, status, error) => {
    spelling = { ...OURS, ...changed }
    const told = await figures()
    expect([told.status, told.body.error]).toEqual([status, error])
    expect((await proxy.buy(parentsAround(8, 1))).all('tile')).toHaveLength(1)
  })
})
