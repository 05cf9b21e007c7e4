import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EditionName } from '../../../domain/edition.ts'
import { parseAsOf } from '../../../domain/period.ts'
import { parentsAround } from '../../../testing/cells.ts'
import {
  AS_OF,
  bought,
  EUROS,
  LEDGER_STORES,
  NAME,
  OTHER,
  PARENT,
  slice,
  type TestLedgerStore,
} from '../../../testing/ledger-stores.ts'
import { defaultRules } from '../../../testing/strange-service/rules/default-rules.ts'
import { truthUnder } from '../../../testing/strange-service/rules/truth.ts'
import type { Slice } from '../../tiles/slice.ts'
import { unpackTile } from '../../tiles/stored-tile.ts'
import type { BoughtCall, Ledger, ScaleName } from '../ledger.ts'
import { ratesLesson } from '../rates-lesson.ts'

describe.each(LEDGER_STORES)('the ledger %s', (_, start) => {
  let store: TestLedgerStore
  let ledger: Ledger
  const open = () => store.open()

  beforeAll(async () => {
    store = await start()
  })
  beforeEach(async () => {
    await store.clear()
    ledger = await open()
  })
  afterEach(() => ledger.close())
  afterAll(() => store.close())

  it('keeps figures in square feet in the unit of those that are held', async () => {
    const feet = bought([slice(OTHER)])
    await ledger.commit(bought([slice(PARENT)]))
    const [tile] = await ledger.commit({ ...feet, edition: { ...feet.edition, size_unit: 'sq ft' } })
    const [stated] = feet.slices.flatMap(({ figures }) => figures.flatMap((figure) => figure ?? []))
    const kept = unpackTile(tile ?? expect.fail()).figures.find((figure) => figure?.cell === stated?.cell)
    expect(kept?.median_area).toBeCloseTo((stated?.median_area ?? 0) * 0.3048 ** 2, 9)
    expect(await ledger.edition(NAME)).toMatchObject({ size_unit: feet.edition.size_unit, varies: ['size_unit'] })
  })

  it('forgets a rebuilt period, and then has another generation', async () => {
    await ledger.commit(bought([slice(PARENT)]))
    await ledger.keepLookup(AS_OF, OTHER, 'no_listings')
    const before = await ledger.generation()
    expect(before).not.toBe('')
    await ledger.forget([parseAsOf('2026-10-01') ?? expect.fail()])
    expect(await ledger.tile(NAME, PARENT)).not.toBeNull()
    expect(await ledger.heldTiles(NAME, [OTHER, PARENT])).toEqual([PARENT])
    expect(await ledger.heldTiles(EUROS, [PARENT])).toEqual([])
    expect(await ledger.generation()).toBe(before)
    await ledger.forget([AS_OF])
    expect(await ledger.tile(NAME, PARENT)).toBeNull()
    expect(await ledger.heldTiles(NAME, [PARENT])).toEqual([])
    expect(await ledger.edition(NAME)).toBeNull()
    expect(await ledger.lookup(AS_OF, OTHER)).toBeNull()
    expect(await ledger.generation()).not.toBe(before)
  })

  it('names the revisions that it holds, and drops a period when a call brings another one', async () => {
    const ofRevision = (revision: string, slices: Slice[]): BoughtCall => {
      const call = bought(slices)
      return { ...call, edition: { ...call.edition, snapshot: { ...call.edition.snapshot, revision } } }
    }
    await ledger.commit(ofRevision('1-a', [slice(PARENT), slice(OTHER, 0, 100)]))
    await ledger.commit(ofRevision('1-a', [slice(OTHER, 100, 200)]))
    expect(await ledger.revisions()).toEqual([{ as_of: AS_OF, revision: '1-a' }])
    const before = await ledger.generation()
    expect(await ledger.commit(ofRevision('2-b', [slice(OTHER, 200, 343)]))).toEqual([])
    expect(await ledger.revisions()).toEqual([{ as_of: AS_OF, revision: '2-b' }])
    expect([await ledger.tile(NAME, PARENT), (await ledger.parts(NAME, OTHER)).length]).toEqual([null, 1])
    expect(await ledger.generation()).not.toBe(before)
    // A service that names no revisions changes nothing.
    await ledger.commit(bought([slice(PARENT)]))
    expect((await ledger.parts(NAME, OTHER)).length).toBe(1)
  })

  it('keeps the first decision about a territory, apart by edition, metric and place, until its period is forgotten', async () => {
    const breaksFrom = (at: number) => ({ quantile: [at], jenks: [at, at + 1], logarithmic: [], equal: [at] })
    const madrid = { edition: NAME, metric: 'median_price' as const, geo_id: 'z 1/ü' }
    const first = { breaks: breaksFrom(1_000.5), observed: 200 }
    expect(await ledger.scale(madrid)).toBeNull()
    const second = await open()
    const kept = await Promise.all([
      ledger.keepScale(madrid, first),
      second.keepScale(madrid, { breaks: breaksFrom(2_000), observed: 201 }),
    ])
    expect(kept[1]).toEqual(kept[0])
    expect(await second.scale(madrid)).toEqual(kept[0])
    expect(await ledger.keepScale(madrid, { ...first, observed: 999 })).toEqual(kept[0])
    const others: ScaleName[] = [
      { ...madrid, edition: EUROS },
      { ...madrid, edition: { ...NAME, resolution: 7 } },
      { ...madrid, metric: 'median_area' },
      { ...madrid, geo_id: 'z2' },
    ]
    for (const other of others) expect(await ledger.scale(other)).toBeNull()
    await ledger.forget([parseAsOf('2026-10-01') ?? expect.fail()])
    expect(await ledger.scale(madrid)).toEqual(kept[0])
    const before = await ledger.generation()
    await ledger.forget([AS_OF])
    expect(await ledger.scale(madrid)).toBeNull()
    expect(await ledger.generation()).not.toBe(before)
    await second.close()
  })

  it('holds figures of another currency beside those of the base one, and counts them apart', async () => {
    await ledger.commit(bought([slice(PARENT)]))
    await ledger.commit(bought([slice(PARENT), slice(OTHER, 0, 100)], EUROS))
    const priceIn = async (name: EditionName) =>
      unpackTile((await ledger.tile(name, PARENT)) ?? expect.fail()).figures.find((figure) => figure !== null)
        ?.median_price
    expect(((await priceIn(EUROS)) ?? 0) / ((await priceIn(NAME)) ?? 0)).toBeCloseTo(0.9213, 9)
    expect([(await ledger.edition(NAME))?.currency, (await ledger.edition(EUROS))?.currency]).toEqual(['USD', 'EUR'])
    expect([await ledger.parts(NAME, OTHER), (await ledger.parts(EUROS, OTHER)).length]).toEqual([[], 1])
    expect(await ledger.spendingByLens(5)).toEqual(
      expect.arrayContaining([
        { lens: 'default', calls: 1, bought_cells: 343 },
        { lens: 'default&currency=EUR', calls: 1, bought_cells: 443 },
      ]),
    )
    await ledger.forget([AS_OF])
    expect([await ledger.tile(EUROS, PARENT), await ledger.edition(EUROS)]).toEqual([null, null])
  })

  it('forgets the rates of a period with it, and then has another generation', async () => {
    const october = parseAsOf('2026-10-01') ?? expect.fail()
    for (const period of [AS_OF, october]) await ledger.learn(ratesLesson(period), { EUR: 'of this period' })
    const before = await ledger.generation()
    await ledger.forget([AS_OF])
    expect(await ledger.learned(ratesLesson(AS_OF))).toBeNull()
    expect(await ledger.learned(ratesLesson(october))).toEqual({ EUR: 'of this period' })
    expect(await ledger.generation()).not.toBe(before)
  })

  it('holds nothing at first', async () => {
    expect(await ledger.tile(NAME, PARENT)).toBeNull()
    expect(await ledger.edition(NAME)).toBeNull()
    expect(await ledger.newestPeriod()).toBeNull()
    expect(await ledger.learned('cells-8')).toBeNull()
    expect(await ledger.lookup(AS_OF, PARENT)).toBeNull()
    expect(await ledger.totals()).toEqual({ tiles_held: 0, calls_spent: 0 })
  })

  it('holds every tile of an answered call, with the figures that the service sent', async () => {
    const tiles = await ledger.commit(bought([slice(PARENT), slice(OTHER)]))
    expect(tiles.map(({ parent }) => parent)).toEqual([PARENT, OTHER])
    const held = await ledger.tile(NAME, OTHER)
    const tile = unpackTile(held ?? expect.fail())
    const truth = truthUnder(defaultRules())
    for (const figure of tile.figures) if (figure) expect(figure.median_price).toBe(truth(figure.cell)?.median_price)
    expect(tile.figures.filter((figure) => figure !== null).length).toBeGreaterThan(100)
    expect(await ledger.totals()).toEqual({ tiles_held: 2, calls_spent: 1 })
  })

  it('keeps everything when its process exits without closing it', async () => {
    await ledger.commit(bought([slice(PARENT), slice(OTHER, 0, 100)]))
    const said = ['listings', 'no_listings', 'not_covered'] as const
    const places = parentsAround(8, said.length)
    for (const [index, answer] of said.entries()) await ledger.keepLookup(AS_OF, places[index] ?? PARENT, answer)
    await ledger.learn('cells-8', { accepted: 443, refused: null })
    const second = await open()
    expect((await second.tile(NAME, PARENT))?.etag).toBe((await ledger.tile(NAME, PARENT))?.etag)
    expect((await second.edition(NAME))?.window_end).toBe('2026-10-31')
    expect(await second.newestPeriod()).toBe(AS_OF)
    expect((await second.parts(NAME, OTHER)).map(({ figures }) => figures.length)).toEqual([100])
    expect(await Promise.all(places.map((place) => second.lookup(AS_OF, place)))).toEqual(said)
    expect(await second.learned('cells-8')).toEqual({ accepted: 443, refused: null })
    await second.close()
  })

  it('holds a tile bought in pieces only once every piece is there', async () => {
    expect(await ledger.commit(bought([slice(PARENT, 200, 343)]))).toEqual([])
    expect(await ledger.commit(bought([slice(PARENT, 0, 100)]))).toEqual([])
    const without = bought([])
    // The second time, the call is known.
    for (const call of [without, without]) expect(await ledger.commit(call)).toEqual([])
    expect(await ledger.tile(NAME, PARENT)).toBeNull()
    const [whole] = await ledger.commit(bought([slice(PARENT, 100, 200)]))
    await ledger.commit(bought([slice(OTHER)]))
    expect(whole?.parent).toBe(PARENT)
    expect(await ledger.parts(NAME, PARENT)).toEqual([])
    expect((await ledger.tile(NAME, PARENT))?.etag).toBe(whole?.etag)
  })

  it('keeps all cells of two pieces that start with the same cell', async () => {
    for (const [first, end] of [
      [0, 20],
      [0, 200],
      [0, 50],
    ] as const) {
      expect(await ledger.commit(bought([slice(PARENT, first, end)]))).toEqual([])
    }
    expect(await ledger.commit(bought([slice(PARENT, 200, 343)]))).toHaveLength(1)
  })

  it('never changes what is held', async () => {
    await ledger.commit(bought([slice(PARENT)]))
    const before = await ledger.tile(NAME, PARENT)
    const changed = bought([slice(PARENT)])
    const edition = { ...changed.edition, currency: 'EUR' }
    const emptied = changed.slices.map((piece) => ({ ...piece, figures: piece.figures.map(() => null) }))
    await ledger.commit({ ...changed, edition, slices: emptied })
    expect((await ledger.tile(NAME, PARENT))?.etag).toBe(before?.etag)
    expect((await ledger.edition(NAME))?.currency).toBe('USD')
  })

  it('states of an edition only what all answers say, whatever their order', async () => {
    const stating = (trim: number, slices: Slice[]): BoughtCall => {
      const call = bought(slices)
      return { ...call, edition: { ...call.edition, snapshot: { ...call.edition.snapshot, outlier_trim_pct: trim } } }
    }
    await ledger.commit(stating(1, [slice(PARENT, 0, 20)]))
    await ledger.commit(stating(1, [slice(PARENT, 20, 40)]))
    const first = await ledger.edition(NAME)
    expect([first?.snapshot.outlier_trim_pct, first?.varies]).toEqual([1, undefined])
    const second = await open()
    await Promise.all(
      [2, 3, 1].map((trim, index) =>
        (index % 2 === 0 ? ledger : second).commit(stating(trim, [slice(OTHER, index * 20, index * 20 + 20)])),
      ),
    )
    const last = await second.edition(NAME)
    expect([last?.snapshot.outlier_trim_pct, last?.varies]).toEqual([null, ['outlier_trim_pct']])
    expect(last?.window_end).toBe(first?.window_end)
    expect((await ledger.parts(NAME, OTHER)).length).toBe(3)
  })

  it('writes a call once, even when the write is repeated', async () => {
    const call = bought([slice(PARENT), slice(OTHER, 0, 100)])
    const [first] = await ledger.commit(call)
    const [second] = await ledger.commit(call)
    expect(second?.etag).toBe(first?.etag)
    expect(await ledger.totals()).toEqual({ tiles_held: 1, calls_spent: 1 })
    expect(await ledger.parts(NAME, OTHER)).toHaveLength(1)
  })

  it('assembles pieces of calls that are written at the same time', async () => {
    const other = await open()
    const pieces = Array.from({ length: 7 }, (_, index) => bought([slice(PARENT, index * 49, index * 49 + 49)]))
    const whole = await Promise.all(pieces.map((call, index) => (index % 2 === 0 ? ledger : other).commit(call)))
    expect(whole.flat().map(({ parent }) => parent)).toEqual([PARENT])
    expect((await ledger.tile(NAME, PARENT))?.etag).toBe(whole.flat()[0]?.etag)
    expect(await ledger.totals()).toEqual({ tiles_held: 1, calls_spent: 7 })
    await other.close()
  })
})
