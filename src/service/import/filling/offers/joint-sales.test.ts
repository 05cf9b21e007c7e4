import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

async function imported(header: string, rows: readonly string[], preset?: 'none') {
  const { kept, held, merged, rejected } = await fixture.importFile(
    fixture.write('sales.csv', `${header}\n${rows.join('\n')}\n`),
    preset ? { preset } : {},
  )
  return { kept, held, merged, rejected }
}

const SEVERAL = { 'price of several homes together': 2 }
const POINT = '48.85,2.33'

test('the price of a sale of several homes is not that of each, and a home with a garage is sold at its price', async () => {
  const header = 'sale_id,sale_date,sale_price,property_type,floor_area,lat,lng'
  const rows = [
    `S1,2026-05-03,900000,apartment,80,${POINT}`,
    `S1,2026-05-03,900000,apartment,60,${POINT}`,
    `S2,2026-05-04,400000,apartment,70,${POINT}`,
    `S2,2026-05-04,400000,garage,12,${POINT}`,
    // Equal rows, and a number that has another price or day, say nothing of a joint sale.
    ...Array(2).fill(`S3,2026-05-05,300000,apartment,50,${POINT}`),
    `S4,2026-05-06,310000,apartment,51,${POINT}`,
    `S4,2026-06-06,310000,apartment,52,${POINT}`,
  ]
  expect(await imported(header, rows)).toMatchObject({ kept: 5, merged: 1, rejected: SEVERAL })
  expect((await fixture.kept('area::DOUBLE AS area', 'area')).map(({ area }) => area)).toEqual([50, 50, 51, 52, 70])
  expect(await imported(header, rows, 'none')).toMatchObject({ kept: 8, rejected: {} })
})

test('few numbers for many rows are kinds of sales', { tags: 'nightly' }, async () => {
  const rows = Array.from({ length: 12 }, (_, i) => `${i % 2},2026-05-03,900000,${50 + i},${POINT}`)
  expect(await imported('transaction_id,date,price,area,lat,lng', rows)).toMatchObject({ kept: 12, rejected: {} })
})

test('France’s register has no number of a sale, but its day, price, number in the deed and street', {
  tags: 'nightly',
}, async () => {
  const header =
    'No disposition|Date mutation|Nature mutation|Valeur fonciere|Code commune|Code voie|Type local|Surface reelle bati|latitude|longitude'
  const rows = [
    '1|03/05/2026|Vente|900000,00|106|0123|Appartement|80|48.85|2.33',
    '1|03/05/2026|Vente|900000,00|106|0123|Appartement|60|48.85|2.33',
    '1|13/05/2026|Vente|400000,00|106|0123|Maison|70|48.85|2.33',
    '1|13/05/2026|Vente|400000,00|106|0123|Dépendance||48.85|2.33',
    '1|13/05/2026|Vente|400000,00|106|0999|Appartement|40|48.85|2.33',
  ]
  expect(await imported(header, rows)).toMatchObject({ kept: 2, merged: 1, rejected: SEVERAL })
})
