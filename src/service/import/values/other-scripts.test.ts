import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../testing/import-fixture.ts'
import { loadRates } from '../../rates/exchange-rates.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

test('prices and dates are read in the words, digits and eras of other scripts', async () => {
  const points = { kr: '37.56,126.97', jp: '35.68,139.69', cn: '39.9,116.4', vn: '10.77,106.7', in: '19.07,72.87' }
  const others = {
    ru: '55.75,37.61',
    th: '13.75,100.5',
    ae: '25.2,55.27',
    tw: '25.03,121.56',
    hu: '47.5,19.04',
    il: '32.08,34.78',
    cz: '50.08,14.43',
  }
  const at = { ...points, ...others }
  const cells: [keyof typeof at, price: string, amount: number | null, date: string, day: string][] = [
    ['kr', '12억 5000만원', 1_250_000_000, '2026년 2분기', '2026-06-01'],
    ['kr', '3억 5,000', 350_000_000, '2026년 3월 4일', '2026-03-04'],
    ['kr', '2천만원', 20_000_000, '2026-03-05', '2026-03-05'],
    ['kr', '1억 50000만원', null, '2026-03-06', '2026-03-06'],
    ['jp', '1億2,000万円', 120_000_000, '令和8年5月3日', '2026-05-03'],
    ['jp', '３５００万円', 35_000_000, '2026年第1四半期', '2026-03-01'],
    ['jp', '4980万円', 49_800_000, '令和8年第1四半期', '2026-03-01'],
    ['cn', '450万元', 4_500_000, '2026年4月1日', '2026-04-01'],
    ['tw', '1,250萬元', 12_500_000, '民國115年5月4日', '2026-05-04'],
    ['tw', '1370萬', 13_700_000, '115年第1季', '2026-03-01'],
    ['tw', '1380萬', 13_800_000, '1150505', '2026-05-05'],
    ['vn', '3 tỷ 500 triệu', 3_500_000_000, '2026-05-06', '2026-05-06'],
    ['vn', '3,5 tỷ', 3_500_000_000, '2026-05-07', '2026-05-07'],
    ['in', '₹ 2 Crore 50 Lakh', 25_000_000, '2026-05-08', '2026-05-08'],
    ['ru', '5 млн 300 тыс. руб.', 5_300_000, '3 апреля 2026 г.', '2026-04-03'],
    ['th', '๓,๕๐๐,๐๐๐ บาท', 3_500_000, '3 พ.ค. 2026', '2026-05-03'],
    ['ae', '١٬٥٠٠٬٠٠٠ درهم', 1_500_000, '٠٣/٠٤/٢٠٢٦', '2026-04-03'],
    ['hu', '62,5 millió Ft', 62_500_000, '2026. április 3.', '2026-04-03'],
    ['hu', '350 ezer Ft/hó', 350_000, '2026.04.04.', '2026-04-04'],
    ['th', '3.5 ล้านบาท', 3_500_000, '2026-05-04', '2026-05-04'],
    ['in', '₹ ৮৫,০০,০০০', 8_500_000, '2026-05-09', '2026-05-09'],
    ['il', '6,500 ₪ לחודש', 6_500, '2026-05-10', '2026-05-10'],
    ['il', '2.5 מיליון ₪', 2_500_000, '2026-05-11', '2026-05-11'],
    ['cz', '4,5 mil. Kč', 4_500_000, '2026-05-12', '2026-05-12'],
  ]
  const csv = cells.map(([country, price, , date]) => `${country};${price};85;${date};"${at[country]}"`).join('\n')
  const days = ['2026-03-01', '2026-04-01', '2026-05-01']
  const perEuro = { USD: 1.1, RUB: 90, TWD: 36, VND: 30_000, AED: 4.2 }
  const rates = Object.entries(perEuro).flatMap(([currency, rate]) => days.map((day) => `${day},${currency},${rate}`))
  loadRates(fixture.dataDir, fixture.write('rates.csv', `date,currency,rate\n${rates.join('\n')}\n`))
  const file = fixture.write('a.csv', `country;price;area;date;point\n${csv}\n`)
  const report = await fixture.importFile(file, { dateOrder: 'dmy' })
  const read = await fixture.kept("country || ' ' || price || ' ' || listed_on::DATE::VARCHAR AS row", 'row')
  const expected = cells.flatMap(([country, , amount, , day]) =>
    amount === null ? [] : [`${country} ${amount}.0 ${day}`],
  )
  expect(read.map(({ row }) => row)).toEqual(expected.sort())
  expect(report.rejected).toEqual({ 'unreadable price': 1 })
})

test('years of the Buddhist era are named in the report; a single one among other years is rejected', {
  tags: 'nightly',
}, async () => {
  const header = 'price,area,date,lat,lon\n'
  const all = fixture.write('a.csv', `${header}2000000,85,2569-05-01,13.75,100.5\n2100000,85,2569-06-01,13.75,100.5\n`)
  const report = await fixture.importFile(all, { country: 'th' })
  expect(report.notes).toEqual(['years of the Buddhist era are converted, such as 2569-05-01 to 2026-05-01'])
  const one = fixture.write('b.csv', `${header}2000000,85,2525-05-01,13.75,100.5\n2100000,85,2025-06-01,13.75,100.5\n`)
  expect((await fixture.importFile(one, { country: 'th' })).rejected).toEqual({ 'unreadable date': 1 })
})

test('Thai dates end in two digits of the Buddhist era; elsewhere, they are of the common one', {
  tags: 'nightly',
}, async () => {
  const rows = ['3/9/69', '13/9/69', '3 ก.ย. 69', '25/12/68'].map((day, i) => `200000${i},85,${day},13.75,100.5`)
  const thai = await fixture.importFile(fixture.write('a.csv', `price,area,date,lat,lon\n${rows.join('\n')}\n`))
  expect(thai.notes).toContain('years of the Buddhist era are converted, such as 13/9/69 to 13/9/2026')
  const days = (await fixture.kept('listed_on::DATE::VARCHAR AS day', 'price')).map(({ day }) => day)
  expect(days).toEqual(['2026-09-03', '2026-09-13', '2026-09-03', '2025-12-25'])
  const greek = await fixture.importFile(
    fixture.write('b.csv', 'price,area,date,lat,lon\n200000,85,13/9/69,37.98,23.73\n'),
  )
  expect(greek.countries).toMatchObject([{ first_day: '2069-09-13' }])
})

test('days of the Persian and the Islamic calendar are converted where people count by them', {
  tags: 'nightly',
}, async () => {
  const read = async (name: string, point: string, dates: readonly string[]) => {
    const rows = dates.map((date, i) => `${200_000 + i},80,${point},${date}`)
    const file = fixture.write(name, `price,area,lat,lng,date\n${rows.join('\n')}\n`)
    return fixture.importFile(file, { currency: 'EUR', country: name.slice(0, 2) })
  }
  const days = async (country: string) =>
    (await fixture.kept('country, listed_on::VARCHAR AS day', 'price')).flatMap((row) =>
      row.country === country ? [row.day] : [],
    )
  const { notes } = await read('ir.csv', '35.7,51.4', ['۱۴۰۳/۰۵/۱۲', '۲۰ مرداد ۱۴۰۳'])
  expect(notes).toEqual(['dates of the Persian calendar are converted, such as 1403/05/12 to 2024-08-02'])
  expect(await days('ir')).toEqual(['2024-08-02', '2024-08-10'])
  await read('sa.csv', '24.7,46.7', ['1446-09-01', '02/09/1446'])
  expect(await days('sa')).toEqual(['2025-03-01', '2025-03-02'])
  const elsewhere = await read('es.csv', '40.4168,-3.7038', ['1403/05/12', '1446-09-01'])
  expect(elsewhere.rejected).toEqual({ 'date that could be of the Persian or the Islamic calendar': 2 })
  const short = await read('ir-short.csv', '35.7,51.4', ['03/11/03', '99/05/12'])
  expect(short.rejected).toEqual({ 'date that could be of the Persian or the Islamic calendar': 2 })
  expect((await read('ir-days.csv', '35.7,51.4', ['03/11/24', '24/11/24'])).rejected).toEqual({})
})
