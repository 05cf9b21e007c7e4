import { describe, expect, it } from 'vitest'
import { edition as editionSchema } from '../../contract/proxy-api.ts'
import { mergeEdition } from './merge-edition.ts'

const HELD = editionOf({})

function editionOf(fields: object, snapshot: object = {}) {
  return editionSchema.parse({
    as_of: '2026-11-01',
    lens: 'default',
    resolution: 7,
    currency: 'USD',
    window_start: '2026-08-01',
    window_end: '2026-10-31',
    fx_date: '2026-10-31',
    size_unit: 'sqm',
    snapshot: { built: 'monthly', outlier_trim_pct: 1, min_listings_by_res: { 7: 5, 8: 3 }, rings: 2, ...snapshot },
    ...fields,
  })
}

describe('mergeEdition', () => {
  it('returns the held one itself where the other says the same, less, or another order of it', () => {
    const { window_start, snapshot, ...rest } = HELD
    expect(mergeEdition(HELD, { snapshot, window_start, ...rest })).toBe(HELD)
    expect(mergeEdition(HELD, editionOf({ fx_date: '' }, { outlier_trim_pct: null, min_listings_by_res: {} }))).toBe(
      HELD,
    )
  })

  it('takes what the held one does not state', () => {
    const bare = editionOf({ fx_date: '', window_end: '', size_unit: '' }, { built: null, min_listings_by_res: {} })
    expect(mergeEdition(bare, HELD)).toEqual(HELD)
  })

  it('states how far back the service goes as the newest answer does', () => {
    const merged = mergeEdition(
      editionOf({}, { earliest_period: '2026-11-01' }),
      editionOf({}, { earliest_period: '2025-10-01' }),
    )
    expect([merged.snapshot.earliest_period, merged.varies]).toEqual(['2025-10-01', undefined])
  })

  it('states nothing that differs, now and later, and names it', () => {
    const other = editionOf(
      { fx_date: '2026-11-01' },
      { outlier_trim_pct: 5, min_listings_by_res: { 7: 10, 8: 3 }, rings: 4 },
    )
    const merged = mergeEdition(HELD, other)
    expect(merged).toMatchObject({
      fx_date: '',
      window_end: '2026-10-31',
      snapshot: { built: 'monthly', outlier_trim_pct: null, min_listings_by_res: { 8: 3 }, also: {} },
      varies: ['fx_date', 'outlier_trim_pct', 'min_listings_by_res.7', 'also.rings'],
    })
    expect(mergeEdition(merged, HELD)).toBe(merged)
    expect(mergeEdition(merged, other)).toBe(merged)
    expect(editionSchema.parse(JSON.parse(JSON.stringify(merged)))).toEqual(merged)
  })

  it('names a default filter of the service that only some of the figures have', () => {
    const [all, flats] = [editionOf({ defaults: {} }, {}), editionOf({ defaults: { kind: 'flat' } }, {})]
    for (const [held, received] of [
      [all, flats],
      [flats, all],
    ] as const) {
      const merged = mergeEdition(held, received)
      expect(merged).toMatchObject({ defaults: {}, varies: ['defaults.kind'] })
      expect(mergeEdition(merged, flats)).toBe(merged)
    }
    expect(mergeEdition(flats, HELD)).toBe(flats)
    expect(mergeEdition(HELD, flats).defaults).toEqual(flats.defaults)
  })

  it('leaves alone what would make them figures of another kind', () => {
    expect(mergeEdition(HELD, editionOf({ currency: 'EUR', size_unit: 'sqft' }, { revision: 'b' }))).toBe(HELD)
  })
})
