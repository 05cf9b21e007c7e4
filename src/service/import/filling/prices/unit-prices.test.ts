import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const PLACE = '40.0195,116.4755,2016-08-09'
const imported = (header: string, rows: readonly string[], options = {}) =>
  fixture.importFile(fixture.write('a.csv', `${[header, ...rows].join('\n')}\n`), options)

test('prices per m² are refused if another column equals them times the area', async () => {
  const rows = ['54523,84,4580000', '47826,46,2200000', '46667,120,5600000'].map((row) => `${row},${PLACE}`)
  await expect(imported('price,square,worth,lat,lng,date', rows)).rejects.toThrow(
    'found prices per unit of area in "price": multiplied by the area, they give "worth"; nothing was imported. Name the column of prices with --map "price=worth"',
  )
  const report = await imported('price,square,worth,lat,lng,date', rows, { map: { price: 'worth' } })
  expect(report).toMatchObject({ kept: 3, columns: { price: 'worth' } })
})

test('so are rents of a square metre, also where no other column has the rents', { tags: 'nightly' }, async () => {
  const rows = ['12.5,84,1050', '11.2,46,515.2', '9.9,120,1188'].map((row) => `${row},52.52,13.405,2026-09-03`)
  await expect(imported('Miete,Fläche,Summe,lat,lng,date', rows)).rejects.toThrow('with --map "rent=Summe"')
  const alone = rows.map((row) => row.replace(/,[\d.]+(?=,52)/, ''))
  await expect(imported('Miete,Fläche,lat,lng,date', alone)).rejects.toThrow('multiply them by the area')
})

test('prices that count 万 are refused, where another column has those of a square metre in full', {
  tags: 'nightly',
}, async () => {
  const rows = ['31680,131,415', '43436,132.38,575', '52021,198,1030'].map((row) => `${row},${PLACE}`)
  await expect(imported('price,square,totalPrice,Lat,Lng,tradeTime', rows)).rejects.toThrow(
    'Say so in the name of the column, such as "totalPrice (万)"',
  )
  await imported('price,square,totalPrice (万),Lat,Lng,tradeTime', rows)
  expect((await fixture.kept('price', 'price')).map(({ price }) => price)).toEqual([4_150_000, 5_750_000, 10_300_000])
})

test('prices per m² are refused, too, where the first rows of the other column hardly show it', {
  tags: 'nightly',
}, async () => {
  const first = Array.from({ length: 200 }, (_, i) => `${50_000 + i},${60 + (i % 50)},${i % 20 ? '' : 7},${PLACE}`)
  const row = (price: number, area: number) => `${price},${area},${price * area},${PLACE}`
  const others = Array.from({ length: 2_200 }, (_, i) => row(51_000 + i, 60 + (i % 90)))
  await expect(imported('price,square,worth,lat,lng,date', [...first, ...others])).rejects.toThrow('they give "worth"')
})

test('a column of the price of a square foot beside full prices changes nothing', async () => {
  const rows = ['459,1000,459000', '643,700,450100', '542,1200,650400'].map((row) => `${row},${PLACE}`)
  const report = await imported('perFoot,sqft,price,lat,lng,date', rows, { currency: 'USD' })
  expect(report).toMatchObject({ kept: 3, columns: { price: 'price' } })
})

test('a price in another currency is not that of a unit of area, where all areas are about the same', {
  tags: 'nightly',
}, async () => {
  const rows = ['200000,185800,1000', '210000,195090,1005', '230000,213670,1000'].map((row) => `${row},${PLACE}`)
  const report = await imported('price_eur,price_gbp,area,lat,lng,date', rows)
  expect(report).toMatchObject({ kept: 3 })
  const alike = ['2857,70,200000', '2871,70,201000', '3000,70,210000'].map((row) => `${row},${PLACE}`)
  await expect(imported('price,area,worth,lat,lng,date', alike)).rejects.toThrow('they give "worth"')
})

test('a few prices below those of any home are refused, too', async () => {
  const rows = ['39.07,1056', '120,2600', '62,1440'].map((row) => `${row},12.84,77.66,2016-08-09`)
  await expect(imported('price,total_sqft,lat,lng,date', rows)).rejects.toThrow('at or below 62 INR')
})

test('the price of several homes together is that of none, nor is one below the market’s', {
  tags: 'nightly',
}, async () => {
  const several = 'price of several homes together'
  const below = 'not the full market price'
  // Each file has one row for each of its columns, and one with what all of them say of other homes.
  for (const columns of [
    [
      ['is_multisale', 'TRUE', 'FALSE', several],
      ['Not Full Market Price', 'Yes', 'No', below],
      ['해제사유발생일', '20250401', '-', 'sale that was cancelled'],
      ['sale_filter_less_than_10k', 'true', 'false', 'sale that its register leaves out'],
      ['Miteigentumsanteil', '1/3', '85/1000', 'price of a share of the home, not of the whole'],
    ],
    [
      ['Number of Properties', '12', '1', several],
      ['overdragelsesmåde', 'Familieoverdragelse', 'Almindelig fri handel', below],
      ['saleType', 'Familiehandel', 'Fri handel', below],
      ['Natureza de Transação', '14.Integralização', '1.Compra e venda', below],
      ['Non Use Code', '01 - Family', '14 - Foreclosure', below],
    ],
  ] as const) {
    const rows = [...columns, null].map((odd, i) => {
      const cells = columns.map((column) => (column === odd ? column[1] : column[2]))
      return [`${350_000 + i},41.8${i},-87.73,2025-03-05`, ...cells].join()
    })
    const report = await imported(['price,lat,lng,date', ...columns.map(([name]) => name)].join(), rows)
    const reasons = columns.map(([, , , reason]) => reason)
    expect(report).toMatchObject({
      kept: 1,
      rejected: Object.fromEntries(
        reasons.map((reason) => [reason, reasons.filter((other) => other === reason).length]),
      ),
    })
  }
})
