import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

/** The area of the first row of the next file: what was imported before is held. */
let first = 100

/** The prices of a file with one column of these cells; null for a cell that is rejected. */
async function pricesOf(cells: readonly string[], currency = 'EUR') {
  first += 100
  const rows = cells.map((cell, index) => `"${cell}",${first + index},40.${4168 + index},-3.7038,2026-10-03`)
  const text = `price,area,latitude,longitude,date\n${rows.join('\n')}\n`
  const { kept } = await fixture.importFile(fixture.write('prices.csv', text), { currency })
  const found = kept > 0 ? await fixture.kept('area, price', 'area') : []
  return cells.map((_, index) => found.find(({ area }) => area === first + index)?.price ?? null)
}

test('millions have decimals of their own, whatever sign groups the prices beside them', {
  tags: 'nightly',
}, async () => {
  expect(await pricesOf(['$1.125M', '$450,000', '$1.2M', '$1,150,000'], 'USD')).toEqual([
    1_125_000, 450_000, 1_200_000, 1_150_000,
  ])
})

test('millions are read with a decimal comma, and beside prices with grouped thousands', {
  tags: 'nightly',
}, async () => {
  const zloty = ['1,250 mln zł', '850 tys.', '900 000 zł', '1,1 mln']
  expect(await pricesOf([...zloty, '1.250 M€', '450.000 €', '1.250k €', '0.9M'])).toEqual([
    1_250_000, 850_000, 900_000, 1_100_000, 1_250_000, 450_000, 1_250_000, 900_000,
  ])
})

test('thousands, millions and billions are read in the words and letters of their countries', async () => {
  const thousands = ['250 TEUR', '250 Tsd. €', '250 mila €', '250 duizend euro', '250 χιλ. €', '250 mil €', '€ 250 mil']
  const cells: [string, number | null][] = [
    ...thousands.map((cell): [string, number] => [cell, 250_000]),
    // Of a Slovak, these would be millions.
    ['1,2 mil €', null],
    ['20 mil €', null],
    ['R$ 2 mil', 2_000],
    ['1,2 miljoen', 1_200_000],
    ['1,25 mld', 1_250_000_000],
    ['1,2 εκατ. €', 1_200_000],
    ['45 000 eFt', 45_000_000],
    ['4500 KSEK', 4_500_000],
    ['4,5 MSEK', 4_500_000],
    ['4,5 mil. Kč', 4_500_000],
    ['4 500 000 Kč za nemovitost', 4_500_000],
    ['1 milyon 250 bin TL', 1_250_000],
    ['₹ 95,00,000/-', 9_500_000],
    ['1 millón 200 mil', 1_200_000],
    ['R$ 1 milhão e 200 mil', 1_200_000],
    ['1 milione 250 mila', 1_250_000],
    ['1 million 1200 thousand', null],
    ['4.5 MDP', 4_500_000],
    ['1,7 mil millones €', 1_700_000_000],
    ['1 miliardo 260 milioni', 1_260_000_000],
    ['1,2 miliardi €', 1_200_000_000],
    ['4 juta 254 ribu', 4_254_000],
    ['3 tỷ 5', 3_500_000_000],
    ['3 tỷ 50', null],
    ['3 tỷ 5 tỷ', null],
  ]
  expect(await pricesOf(cells.map(([cell]) => cell))).toEqual(cells.map(([, price]) => price))
})

/** The areas of a file with one column of these cells. */
async function areasOf(cells: readonly string[]) {
  const rows = cells.map((cell, index) => `${first + index}000,"${cell}",40.${4168 + index},-3.7038,2026-10-03`)
  const text = `price,area,latitude,longitude,date\n${rows.join('\n')}\n`
  await fixture.importFile(fixture.write('areas.csv', text), { currency: 'EUR' })
  return (await fixture.kept('area', 'price')).map(({ area }) => area)
}

test('an area that would be tiny with decimals is unknown where others show none of three, and a price far above the others is named', {
  tags: 'nightly',
}, async () => {
  expect(await areasOf(['90.5 m2', '1.250 sq ft', '85.25 m2'])).toEqual([90.5, null, 85.25])
  const areas = ['85.250', '4.125', '101.125', '60.5']
  const rows = ['250000', '310000', '250m€', '320000'].map(
    (price, i) => `${price},${areas[i]},40.${4168 + i},-3.7038,2026-10-04`,
  )
  const report = await fixture.importFile(
    fixture.write('m.csv', `price,area,latitude,longitude,date\n${rows.join('\n')}\n`),
  )
  expect((await fixture.kept('area')).map(({ area }) => area)).toEqual(
    expect.arrayContaining([85.25, 4.125, 101.125, 60.5]),
  )
  expect(report.notes.join()).toContain('far above the others: 1, such as "250m€", read as 250000000')
})

test('words for how an area was measured leave it as it is; two areas are none', { tags: 'nightly' }, async () => {
  const areas = [
    '85 m² útiles',
    '85 m2 (construidos)',
    '85,5 m² Wohnfläche',
    '120 m² construidos, 95 m² útiles',
    '120/95 m²',
    'Wohnfläche: 80,5 m²',
    'Super Built-up area 1350(125.42 sq.m.)',
    'Plot area 200 m2',
    '1 งาน',
    '6 亩',
    '5 Marla',
    '65 + 20 m²',
    '65,5+20 kvm',
    '2 + 3 m²',
  ]
  expect(await areasOf(areas)).toEqual([85, 85, 85.5, null, null, 80.5, 125.42, null, 400, 4000, null, 65, 65.5, null])
})

test('the price of a square metre in brackets, or the rent by the other period, is not the price', {
  tags: 'nightly',
}, async () => {
  const monthly = ['monthly', 'p.c.m.', 'mtl.', 'monatlich', 'mensuales', 'mensili', '/mois CC', 'per calendar month']
  const other = ['annui', 'settimanali', '/an CC', 'p.a.', '/an', '/w']
  const cells: [string, number | null][] = [
    ['€ 250.000 (3.125 €/m²)', 250_000],
    ['260.000 € (3.250,50 EUR / m²)', 260_000],
    ['270.000 (2.900 - 3.100 €/m²)', null],
    ['(3.125 €/m²)', null],
    ['£1.950 pcm (£450 pw)', 1_950],
    ['£450 pw (£1.950 pcm)', null],
    ['£1.950 (£450 pw)', null],
    ...monthly.map((period): [string, number] => [`950 € ${period}`, 950]),
    ...other.map((period): [string, null] => [`950 € ${period}`, null]),
    ['844 € CC /mois', 844],
    ['900 €/mes + gastos', 900],
    ['36 €/sqft', null],
  ]
  expect(await pricesOf(cells.map(([cell]) => cell))).toEqual(cells.map(([, price]) => price))
  expect(await fixture.kept('DISTINCT ad_sub_type', 'ad_sub_type')).toContainEqual({ ad_sub_type: 'rent' })
})

test('a minus after a price is none of its marks', { tags: 'nightly' }, async () => {
  const prices = ['250000-', '250000.00- EUR', '450.000,-', '€ 450.000 -', '3000ﾏﾝ円', '3500マン']
  expect(await pricesOf(prices)).toEqual([null, null, 450_000, null, 30_000_000, 35_000_000])
})

test('an L after a short number is lakhs beside prices in crores or rupees, and nothing elsewhere', {
  tags: 'nightly',
}, async () => {
  expect(await pricesOf(['95 L', '1.2 Cr', '85.5L', '9500000 L', '70 - 85 L'], 'INR')).toEqual([
    9_500_000,
    12_000_000,
    8_550_000,
    null,
    7_750_000,
  ])
  expect(await pricesOf(['₹ 1,25,00,000', '95 L'], 'INR')).toEqual([12_500_000, 9_500_000])
  expect(await pricesOf(['95 L', '250000'])).toEqual([null, 250_000])
})

test('words of Asia group in their own way', { tags: 'nightly' }, async () => {
  const prices = [
    'Rp 1.250 juta',
    '₹ 1,125 lakh',
    '1.125 crore',
    '11,500万',
    '1,270,000만',
    '₹ 9.5 L',
    '₹ 85 L - 95 L',
    'Offers 9 L',
    '9억 5천',
  ]
  expect(await pricesOf(prices, 'IDR')).toEqual([
    1_250_000_000,
    112_500_000,
    11_250_000,
    115_000_000,
    12_700_000_000,
    950_000,
    9_000_000,
    null,
    950_000_000,
  ])
})

test('a range is read at its middle, each end with its own unit; an exponent makes none, nor do two prices', async () => {
  const unreadable = [
    '850, 900',
    '250000, 260000',
    '250000; 260000',
    '450000 was 500000',
    '450000 statt 500000',
    '450 total 500',
    '450000 netto 500000',
    '1 lakh 20 thousand',
    '€200000 - $250000',
    '200-250',
  ]
  const cells: [string, number | null][] = [
    ['200 000 à 250 000 €', 225_000],
    ['200k to 250k', 225_000],
    ['200-250k', 225_000],
    ['900k - 1.2m', 1_050_000],
    ['90 Lac - 1.1 Cr', 10_000_000],
    ['250000bis260000', 255_000],
    ['EUR 250000 - EUR 260000', 255_000],
    ['250000 EUR - 260000 EUR', 255_000],
    ['od 250000 do 260000', 255_000],
    ...unreadable.map((cell): [string, null] => [cell, null]),
    ['300000', 300_000],
    ['2.5e5', 250_000],
    ['2500000e-1', 250_000],
    ['1e-12', null],
  ]
  expect(await pricesOf(cells.map(([cell]) => cell))).toEqual(cells.map(([, price]) => price))
})

test('words beside a price leave it as it is, unless they make it another', { tags: 'nightly' }, async () => {
  const words = [
    'SOLD $1,020,000',
    '$1,150,000 plus',
    'Low $1m',
    'Buyers guide: $810,000',
    'Offers Above $640,000',
    '$1.2M+',
    '$750,000 (auction)',
    '£331,000 Guide Price',
    'Enquiries over $1,050,000',
    'Slutpris $3 250 000',
    '$1,450 p/m (incl.)',
    '$1,150 /mnd exclusief g/w/e',
    '$950 zzgl. NK',
    '$800 warm',
    '$12 500 pm',
    '$350 p/w incl.',
    '$350 incl. per week',
    '$3,500 excl. VAT/m²',
    'Mid $700k',
    '$344,000 each',
  ]
  expect(await pricesOf(words, 'USD')).toEqual([
    1_020_000,
    1_150_000,
    1_000_000,
    810_000,
    640_000,
    1_200_000,
    750_000,
    331_000,
    1_050_000,
    3_250_000,
    1_450,
    1_150,
    950,
    800,
    12_500,
    null,
    null,
    null,
    null,
    null,
  ])
  const nordic = [
    'Prisantydning kr 4 500 000',
    'Totalpris kr 4 600 000',
    'Pris kr. 2.495.000',
    'Kontantpris 2.395.000 kr.',
  ]
  const none = ['Price on application', 'Contact agent', 'Auction', 'POA', 'trattativa riservata', '300000']
  const rows = [...nordic, ...none].map((price, i) => `${price},41.${4168 + i},-3.7038,2026-10-03`)
  const file = fixture.write('nordic.csv', ['price,lat,lng,date', ...rows].join('\n'))
  const report = await fixture.importFile(file, { currency: 'NOK' })
  expect(report).toMatchObject({ kept: 5, rejected: { 'price without a number, as on request': 5 } })
  const north = (await fixture.kept('price, lat', 'lat')).filter(({ lat }) => Number(lat) > 41)
  expect(north.map(({ price }) => price)).toEqual([4_500_000, 4_600_000, 2_495_000, 2_395_000, 300_000])
})

test('a dunam has the size that it has in the row’s country', { tags: 'nightly' }, async () => {
  const rows = ['1 dunam,33.31,44.36', '3 dunams,35.17,33.36', '2 دونم,31.95,35.93', '400 m²,33.32,44.36']
  const text = rows.map((row, i) => `${100_000 + i},${row},2026-10-03`).join('\n')
  const file = fixture.write('land.csv', `price,area,latitude,longitude,date\n${text}\n`)
  await fixture.importFile(file, { currency: 'USD' })
  const areas = await fixture.kept('round(area) AS area', 'price')
  expect(areas.map(({ area }) => area)).toEqual([2500, 4013, 2000, 400])
})

test('an area in rai, ngan and square wah, in a fraction of an acre or with that of its rooms and kitchen is one area', async () => {
  const thai = ['2 rai 1 ngan', '1 rai 2 ngan 50 sq wah', '3 ไร่ 1 งาน 20 ตร.ว.', '1-2-50 ไร่', '1.5 rai']
  const acres = ['1/2 acre', '1 1/2 acres', '1½ acres', '¼ acre', '3/2 acre', '1/3 acre', '1/3 ha']
  const russian = ['52.3/30/9 м²', '45.5/-/8 м²', '10/12/2020']
  const rows = [...thai, ...acres, ...russian].map((area, i) => `${100_000 + i},${area},41.88,-87.63,2026-10-03`)
  const file = fixture.write('land.csv', `price,area,latitude,longitude,date\n${rows.join('\n')}\n`)
  await fixture.importFile(file)
  const areas = await fixture.kept('round(area) AS area', 'price')
  expect(areas.map(({ area }) => area)).toEqual([
    3600,
    2600,
    5280,
    2600,
    2400,
    2023,
    6070,
    6070,
    1012,
    null,
    1349,
    null,
    52,
    46,
    null,
  ])
})
