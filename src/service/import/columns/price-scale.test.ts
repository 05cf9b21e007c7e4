import { expect, test } from 'vitest'
import { scaleOfPrices } from './known-columns.ts'
import { planColumns } from './plan-columns.ts'
import { priceScaleIn } from './price-scale.ts'

test.each([
  ['price (k€)', 'k', 'EUR'],
  ['price_k', 'k', undefined],
  ['price (000s)', 'k', undefined],
  ["price ('000)", 'k', undefined],
  ['Price £000', 'k', '£'],
  ['Price ($1,000)', 'k', '$'],
  ['price x1000', 'k', undefined],
  ['priceInThousands', 'k', undefined],
  ['price_usd_k', 'k', 'USD'],
  ['preis in Tsd.', 'k', undefined],
  ['Kaufpreis TEUR', 'k', 'EUR'],
  ['Kaufpreis (T€)', 'k', '€'],
  ['cena (tys. zł)', 'k', 'PLN'],
  ['precio (miles €)', 'k', '€'],
  ['precio (mil €)', 'k', '€'],
  ['pris tkr', 'k', 'KR'],
  ['Ár (eFt)', 'k', undefined],
  ['rent (k)', 'k', undefined],
  ['Preis (Mio. €)', 'mln', '€'],
  ['prezzo (milioni)', 'mln', undefined],
  ['price mn', 'mln', undefined],
  ['Price (mil.)', 'mln', undefined],
  ['Cena (mil. Kč)', 'mln', 'CZK'],
  ['pris mkr', 'mln', 'KR'],
  ['price (lakhs)', 'lakh', undefined],
  ['Price in Cr', 'cr', undefined],
  ['価格（千円）', 'k', '円'],
  ['价格(万元)', '万', '元'],
  ['総額（百万円）', 'mln', '円'],
  ['価格（千万円）', '千万', '円'],
  ['가격(억원)', '億', 'KRW'],
  ['거래금액(천원)', 'k', 'KRW'],
  ['거래금액(백만원)', 'mln', 'KRW'],
])('%s has prices in %s', (name, scale, currency) => {
  const plan = planColumns([name], {})
  expect(scaleOfPrices(plan, [name])).toEqual({ [plan.rent ? 'rent' : 'price']: scale })
  const stated = plan.currency && 'constant' in plan.currency ? plan.currency.constant : undefined
  expect(stated === '€' ? 'EUR' : stated).toBe(currency === '€' ? 'EUR' : currency)
})

test('other names of prices have no scale', () => {
  for (const name of [
    'price',
    'Precio MN',
    'price_2000',
    'asking price',
    'Price ($)',
    'Fiyat',
    'kaufpreis',
    'pris kr',
    'price EUR',
  ])
    expect(priceScaleIn(name), name).toEqual({ scale: null, rest: name })
})
