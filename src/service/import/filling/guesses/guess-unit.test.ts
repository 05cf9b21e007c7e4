import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const SEATTLE = '47.66,-122.33,2026-10-03'
const MUNICH = '48.137,11.575,2026-10-03'
const imported = (column: string, areas: readonly string[], { place = SEATTLE, map = {} } = {}) => {
  const rows = areas.map((area, i) => `${450_000 + i},"${area}",${place}`)
  const text = `${[`price,${column},lat,lng,date`, ...rows].join('\n')}\n`
  return fixture.importFile(fixture.write('a.csv', text), { map })
}
const areas = async () => (await fixture.kept('round(area) AS area', 'price')).map(({ area }) => area)

test('areas that can only be square feet are, where homes are measured in them, and the doubt is named', async () => {
  const report = await imported('area', ['1200', '1850', '2100'])
  expect(report.doubts).toMatchObject([{ field: 'area_unit', option: 'map', choices: [{ value: '=sqft' }, {}] }])
  expect(await areas()).toEqual([111, 172, 195])
  await imported('area', ['1200', '1850', '2100'], { map: { area_unit: '=m2' } })
  expect(await areas()).toEqual([1200, 1850, 2100])
})

test.each([
  ['in a country of square metres', 'area', ['1200', '1850'], MUNICH, [1200, 1850]],
  ['in a column of square metres', 'area_sqm', ['1200', '1850'], SEATTLE, [1200, 1850]],
  ['that flats can have in square metres', 'area', ['85', '120'], SEATTLE, [85, 120]],
])('areas %s are square metres', { tags: 'nightly' }, async (_, column, written, place, read) => {
  const report = await imported(column, written, { place })
  expect(report.doubts).toEqual([])
  expect(await areas()).toEqual(read)
})

test('an area without a unit has that of the others in its column', async () => {
  const report = await imported('area', ['1,200 sqft', '900 sq ft', '1,000 sq. ft.', '1850', '1,100'])
  expect(report.repaired).toEqual({ 'area without a unit, read in that of the others': 2 })
  expect(await areas()).toEqual([111, 84, 93, 172, 102])
})

test('an area without a unit is unknown where the others have several', { tags: 'nightly' }, async () => {
  const report = await imported('area', ['1,200 sqft', '85 m2', '92 m²', '120'])
  expect(report.repaired).toEqual({ 'unreadable area, treated as unknown': 1 })
  expect(await areas()).toEqual([111, 85, 92, null])
})

test('areas that are probably in another unit than the others are named', async () => {
  const small = await imported('area', ['1200', '1850', '2100', '85'])
  expect(small.notes.join()).toContain('another unit than the others: 1 of 4, so small')
  const large = await imported('area', ['84', '86', '87', '1850'], { place: '51.51,-0.12,2026-10-03' })
  expect(large.notes.join()).toContain('another unit than the others: 1 of 4, above 500')
  expect((await imported('area_sqm', ['85', '86', '87', '1850'])).notes).toEqual([])
})

describe('in Hong Kong and Singapore', () => {
  const imported = (name: string, areas: readonly number[], price: number) => {
    const rows = areas.map((area, i) => `${price + i},${area},22.28,114.17,2026-10-03`)
    return fixture.importFile(fixture.write(name, ['price,area,lat,lng,date', ...rows].join('\n')))
  }

  test('areas of small homes that would be too cheap in m² are square feet', { tags: 'nightly' }, async () => {
    const report = await imported('flats.csv', [330, 350, 380], 5_200_000)
    expect(report.doubts).toMatchObject([{ field: 'area_unit', choices: [{ value: '=sqft' }, { value: '=m2' }] }])
    const other = await imported('other.csv', [33, 35, 38], 5_300_000)
    expect(other.doubts).toEqual([])
  })

  test('so are those of rents, and not those of dear homes', { tags: 'nightly' }, async () => {
    const rents = await imported('rents.csv', [331, 351, 381], 15_000)
    expect(rents.doubts).toMatchObject([{ field: 'area_unit' }])
    const dear = await imported('other.csv', [220, 250, 280], 60_000_000)
    expect(dear.doubts).toEqual([])
  })
})
