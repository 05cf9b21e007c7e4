import { latLngToCell } from 'h3-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groundAnswer } from '../../../contract/cell-ground.ts'
import { type Cell, cellParent, type Resolution, trustCell } from '../../../domain/cell.ts'
import { TILE_DEPTH, tileCells, tileParent } from '../../../domain/tile.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../../../testing/strange-service/start-strange-service.ts'

const LISBON = [38.72, -9.14] as const
const MADRID = [40.42, -3.7] as const
const FAR_SEA = [45, -30] as const
const CAYENNE = [4.92, -52.31] as const
const REUNION = [-21.15, 55.5] as const
const SOTRA = [60.3, 5.08] as const
const OFF_SOTRA = [60.3, 4.7] as const
const TOKYO = [35.69, 139.69] as const

const cellAt = ([lat, lng]: readonly [number, number], resolution: Resolution): Cell =>
  trustCell(latLngToCell(lat, lng, resolution))

describe('what the cells of a tile lie on', () => {
  let service: StrangeService
  let proxy: ProxyUnderTest

  beforeAll(async () => {
    service = await startStrangeService()
  })
  afterAll(() => service.close())

  /** Asks a fresh proxy, which does not know the coverage yet. */
  async function ask(cells: readonly Cell[]): Promise<{ letters: string[]; caching: string | null }> {
    proxy = await startProxyUnderTest(service)
    try {
      const { response, text } = await proxy.get(`/api/ground?parents=${cells.map(tileParent).join(',')}`)
      expect(response.status).toBe(200)
      const { tiles } = groundAnswer.parse(JSON.parse(text))
      const letters = cells.map((cell) => tiles[tileParent(cell)]?.[tileCells(tileParent(cell)).indexOf(cell)] ?? '')
      return { letters, caching: response.headers.get('Cache-Control') }
    } finally {
      await proxy.close()
    }
  }

  it('follows from land and the markets that the service covers, without spending', async () => {
    for (const resolution of [4, 5, 7] as const) {
      const { letters, caching } = await ask([MADRID, LISBON, FAR_SEA, TOKYO].map((at) => cellAt(at, resolution)))
      expect(letters).toEqual(['m', 'e', 's', 'e'])
      expect(caching).toBe('public, max-age=600')
    }
    expect(service.calls).toEqual([])
  })

  it('is a shore where the middle of a cell lies in the water', async () => {
    const { letters } = await ask([[41.39, 2.15] as const, [41.39, 2.223] as const].map((at) => cellAt(at, 8)))
    expect(letters).toEqual(['m', 'h'])
  })

  it('includes the territories of a market', async () => {
    service.rules.countries = ['fr']
    expect((await ask([CAYENNE, MADRID].map((at) => cellAt(at, 5)))).letters).toEqual(['m', 'e'])
    service.rules.countries = ['fr', 'gf']
    expect((await ask([cellAt(CAYENNE, 5)])).letters).toEqual(['m'])
    // The atlas has it in France's outline.
    service.rules.countries = ['re']
    expect((await ask([cellAt(REUNION, 7), cellAt(CAYENNE, 7)])).letters).toEqual(['m', 'e'])
    service.rules.countries = ['es']
  })

  it('is land on an island that only the finer coast has', async () => {
    service.rules.countries = ['no']
    expect((await ask([cellAt(SOTRA, 8), cellAt(OFF_SOTRA, 8)])).letters).toEqual(['m', 's'])
    service.rules.countries = ['es']
  })

  it('leaves out a market without figures at the resolution', async () => {
    service.rules.countries = ['es', 'pt']
    service.rules.resolutionsOf = (country) => (country === 'pt' ? [4, 5, 6] : [4, 5, 6, 7, 8])
    expect((await ask([cellAt(LISBON, 6)])).letters).toEqual(['m'])
    expect((await ask([cellAt(LISBON, 7)])).letters).toEqual(['e'])
    service.rules.countries = ['es']
    service.rules.resolutionsOf = () => [4, 5, 6, 7, 8]
  })

  it.each([
    ['a market that nobody can locate', () => ['es', 'xy']],
    ['no market', () => []],
  ])('is unknown on land where the coverage has %s', async (_, countries) => {
    service.rules.countries = countries()
    const { letters, caching } = await ask([LISBON, FAR_SEA].map((at) => cellAt(at, 5)))
    expect(letters).toEqual(['u', 's'])
    expect(caching).toBe('no-store')
    service.rules.countries = ['es']
  })

  it('is unknown on land while the coverage cannot be read', async () => {
    service.rules.freeFault = (path) => (path === '/coverage' ? { kind: 'code', code: 'internal_error' } : null)
    expect((await ask([LISBON, FAR_SEA].map((at) => cellAt(at, 5)))).letters).toEqual(['u', 's'])
    service.rules.freeFault = () => null
  })

  it('is refused for what is not a list of tiles of one resolution', async () => {
    proxy = await startProxyUnderTest(service)
    const parent = cellParent(cellAt(MADRID, 8), 8 - TILE_DEPTH)
    const bad = ['', 'x', cellAt(MADRID, 8), `${parent},${cellParent(parent, 4)}`, Array(151).fill(parent).join(',')]
    for (const parents of bad) {
      const { response, text } = await proxy.get(`/api/ground?parents=${parents}`)
      expect(response.status, parents).toBe(400)
      expect(JSON.parse(text)).toMatchObject({ error: 'invalid_parameter', parameter: 'parents' })
    }
    await proxy.close()
  })
})
