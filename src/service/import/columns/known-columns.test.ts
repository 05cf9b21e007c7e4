import { describe, expect, test } from 'vitest'
import { areOfListing, rivalColumns } from './known-columns.ts'
import { planColumns } from './plan-columns.ts'

describe('planColumns', () => {
  test('known names are found in any case, spelling and language', () => {
    const header = ['Precio', 'Área útil', 'Lattitude', 'LONGTITUDE', 'Fecha', 'Negotiation_Type']
    const fields = Object.fromEntries(Object.entries(planColumns(header, {})).map(([field, origin]) => [field, origin]))
    expect(fields).toEqual({
      price: { column: 0 },
      area: { column: 1 },
      lat: { column: 2 },
      lng: { column: 3 },
      date: { column: 4 },
      ad_sub_type: { column: 5 },
    })
  })

  test('the best of several names is used', () => {
    expect(planColumns(['Bedroom2', 'Rooms'], {}).rooms).toEqual({ column: 1 })
    const taiwanese = ['土地移轉總面積平方公尺', '建物移轉總面積平方公尺', '建物現況格局-房', '建物現況格局-廳']
    expect(planColumns(taiwanese, {})).toEqual({ area: { column: 1 }, rooms: { column: 2 } })
    expect(planColumns(['geometry.type', 'kind.type'], {}).property_type, 'not that of a point').toEqual({ column: 1 })
    expect(planColumns(['geometry.type', 'price'], {}).property_type).toBeUndefined()
    expect(planColumns(['total_area', 'total_livable_area'], {}).area, 'not that of the land').toEqual({ column: 1 })
    expect(planColumns(['Transacted Price ($)', 'pow_uzyt'], {})).toMatchObject({
      price: { column: 0 },
      area: { column: 1 },
    })
  })

  test('a name that is another thing beside another column has the meaning that it has there', () => {
    expect(planColumns(['동', '시군구'], {}).microzone).toEqual({ column: 0 })
    expect(planColumns(['동', '시군구', '계약년월'], {}).microzone, 'a building of an estate').toBeUndefined()
    expect(planColumns(['계약년월', '계약일'], {}), 'a month and its day').toEqual({
      date: { column: 0 },
      day: { column: 1 },
    })
    expect(planColumns(['계약일'], {})).toEqual({ date: { column: 0 } })
    expect(planColumns(['living-space.value', 'area.value'], {}), 'of a Russian feed').toEqual({ area: { column: 1 } })
    expect(planColumns(['living-space.value'], {})).toEqual({ area: { column: 0 } })
  })

  test.each([
    ['Finn', ['price_suggestion.amount', 'area_range.size_from'], ['price', 'area']],
    ['Immoweb', ['price.mainValue', 'property.netHabitableSurface'], ['price', 'area']],
    ['certificates of energy joined to prices paid', ['price', 'tfarea'], ['price', 'area']],
    ['Quebec', ['Prix', 'Superficie habitable'], ['price', 'area']],
    ['Portugal', ['Preço', 'Área bruta'], ['price', 'area']],
    ['Willhaben', ['PRICE', 'ESTATE_SIZE/LIVING_AREA'], ['price', 'area']],
    ['the register of Scotland', ['Consideration', 'Area'], ['price', 'area']],
    ['Persian', ['قیمت', 'متراژ', 'عرض جغرافیایی', 'طول جغرافیایی', 'تاریخ'], ['price', 'area', 'lat', 'lng', 'date']],
    ['Chinese, for sale', ['售', '面积'], ['price', 'area']],
    ['Chinese, for rent', ['租', '面积'], ['rent', 'area']],
  ])('the names of %s', (_, header, fields) => {
    expect(planColumns(header, {})).toEqual(Object.fromEntries(fields.map((field, column) => [field, { column }])))
  })

  test('a single coordinate beside a column of both is none, unless it is chosen', () => {
    expect(planColumns(['y', 'geometry'], {})).toEqual({ point: { column: 1 } })
    expect(planColumns(['x.amount', 'geometry.coordinates'], {})).toEqual({ point: { column: 1 } })
    expect(planColumns(['y', 'geometry'], { lat: 'y' })).toEqual({ lat: { column: 0 }, point: { column: 1 } })
    expect(planColumns(['y', 'x', 'geometry'], {})).toEqual({ lat: { column: 0 }, lng: { column: 1 } })
  })

  test('a column only called area is none beside one of square feet that is filled as often', () => {
    const header = ['Area', 'Sq Ft', 'Price']
    const filled = (feet: number) =>
      new Map([
        [0, 10],
        [1, feet],
      ])
    expect(rivalColumns(header)).toEqual([0, 1])
    expect(planColumns(header, {}, filled(8))).toEqual({ area_sqft: { column: 1 }, price: { column: 2 } })
    expect(planColumns(header, {}, filled(2)).area, 'hardly any has one').toEqual({ column: 0 })
    expect(planColumns(header, { area: 'Area' }, filled(8)).area).toEqual({ column: 0 })
    expect(planColumns(['area_sqm', 'Sq Ft'], {}, filled(8)).area).toEqual({ column: 0 })
  })

  test('what was paid is preferred to what was asked where it is filled as often', () => {
    const filled = (paid: number) =>
      new Map([
        [0, 900],
        [1, paid],
      ])
    expect(planColumns(['listPrice', 'soldPrice'], {}, filled(900)).price).toEqual({ column: 1 })
    expect(planColumns(['askingPrice.amount', 'finalPrice.amount'], {}, filled(900)).price).toEqual({ column: 1 })
    expect(planColumns(['listPrice', 'soldPrice'], {}, filled(899)).price).toEqual({ column: 0 })
  })

  test.each([
    ['house_size', 'area'],
    ['Carpet Area', 'area'],
    ['property.netHabitableSurface', 'area'],
    ['squareMeter.net', 'area'],
    ['BUILDING_SQM', 'area'],
    ['koebesum', 'price'],
    ['rental.monthlyRentalPrice', 'rent'],
    ['publishedOn', 'date'],
  ])('%s is a name of %s', (name, field) => {
    expect(Object.keys(planColumns([name], {}))).toEqual([field])
  })

  test('a map takes precedence over known names, and its columns are not used twice', () => {
    const plan = planColumns(['Price', 'Amount'], { area: 'Price', currency: '=EUR' })
    expect(plan).toEqual({ area: { column: 0 }, currency: { constant: 'EUR' }, price: { column: 1 } })
  })

  test('an unknown column or field is quoted with the known ones', () => {
    expect(() => planColumns(['Price', 'Lat'], { price: 'PRECIO' })).toThrow(
      'expected one of the columns Price, Lat; found "PRECIO"',
    )
    expect(() => planColumns(['Price'], { cost: 'Price' })).toThrow('found "cost"')
  })
})

test('prices of a unit of area are not areas', () => {
  for (const name of ['$/SQUARE FEET', '€/m²', 'Price per m2', 'Preis pro qm', 'kr/kvm']) {
    const plan = planColumns([name], {})
    expect([plan.area, plan.area_sqft], name).toEqual([undefined, undefined])
  }
})

test('an almost empty column is never used instead of a filled one', () => {
  const header = ['price', 'sale_price', 'constructed_area', 'size']
  expect(rivalColumns(header).sort()).toEqual([0, 1, 2, 3])
  const filled = new Map([
    [0, 0],
    [1, 900],
    [2, 400],
    [3, 900],
  ])
  expect(planColumns(header, {}, filled)).toEqual({ price: { column: 1 }, area: { column: 2 } })
  expect(planColumns(header, { price: 'price' }, filled)).toMatchObject({ price: { column: 0 } })
  expect(planColumns(header, {})).toMatchObject({ price: { column: 0 } })
})

test('names of other things than the home, in objects within a listing, are not its own', () => {
  const others = ['agent.lat', 'agency.location.lng', 'office.city', 'agency.country', 'lot.area', 'garden.size']
  for (const name of [...others, 'parking.price', 'garage.price.amount', 'previousPrice.price', 'size.land'])
    expect(planColumns([name], {}), name).toEqual({})
  const own = planColumns(['agent.lat', 'agent.lng', 'location.lat', 'location.lng', 'floor.area', 'price.value'], {})
  expect(own).toEqual({ lat: { column: 2 }, lng: { column: 3 }, area: { column: 4 }, price: { column: 5 } })
})

test('names in objects are known with slashes too, as crawlers write them, and slashes of units are none', () => {
  expect(planColumns(['latLong/latitude', 'latLong/longitude', 'pricing.amount'], {})).toEqual({
    ...{ lat: { column: 0 }, lng: { column: 1 }, price: { column: 2 } },
  })
  expect(planColumns(['MAP_LATITUDE', 'MAP_LONGITUDE'], {})).toEqual({ lat: { column: 0 }, lng: { column: 1 } })
  expect(planColumns(['agent/lat', 'price/sqft'], {})).toEqual({})
})

test('names of people and of places are not dates and areas', () => {
  for (const name of ['created_by', 'listed by', 'erstellt von', 'area_name'])
    expect(planColumns([name], {}), name).toEqual({})
})

test('the sign of a currency in a name counts, and two currencies are not one', () => {
  const currencyIn = (...header: string[]) => planColumns(header, {}).currency
  expect(currencyIn('Price ($)')).toEqual({ constant: '$' })
  expect(currencyIn('$ Price')).toEqual({ constant: '$' })
  expect(currencyIn('Price ($)', 'Currency'), 'which says whose dollars').toEqual({ column: 1 })
  expect(currencyIn('Price (€)', 'Currency')).toEqual({ constant: '€' })
  expect(planColumns(['Price (A$)'], {})).toEqual({ price: { column: 0 }, currency: { constant: 'A$' } })
  expect(currencyIn('PRICE$')).toEqual({ constant: '$' })
  expect(currencyIn('Fiyat (₺)')).toEqual({ constant: '₺' })
  expect(currencyIn('Price EUR/USD')).toEqual({ constant: 'EUR/USD' })
  expect(currencyIn('price_eur')).toEqual({ constant: 'EUR' })
  expect(currencyIn('Price')).toBeUndefined()
})

test('a mapped column keeps the unit in its name', () => {
  expect(planColumns(['Living space (sq ft)'], { area: 'Living space (sq ft)' })).toEqual({ area_sqft: { column: 0 } })
  expect(planColumns(['Living space'], { area: 'Living space' })).toEqual({ area: { column: 0 } })
  expect(planColumns(['sqfeet'], {})).toEqual({ area_sqft: { column: 0 } })
  expect(planColumns(['實用面積(呎)'], {}), 'square feet in Hong Kong').toEqual({ area_sqft: { column: 0 } })
})

test('the day of a sale comes before that of the offer where all rows have it, unless prices are asking ones', () => {
  const header = ['price', 'created_at', 'sold_at']
  const filled = (sold: number) =>
    new Map([
      [0, 20],
      [1, 20],
      [2, sold],
    ])
  expect(planColumns(header, {}, filled(20)).date).toEqual({ column: 2 })
  expect(planColumns(header, {}, filled(15)).date).toEqual({ column: 1 })
  expect(planColumns(header, { date: 'created_at' }, filled(20)).date).toEqual({ column: 1 })
  const asked = ['list price', 'listed date', 'sold date']
  expect(planColumns(asked, {}, filled(20)).date).toEqual({ column: 1 })
})

test('beside the area of the kitchen, the living area is that of the rooms alone', () => {
  expect(planColumns(['area_living', 'area_kitchen', 'area_total'], {}).area).toEqual({ column: 2 })
  expect(planColumns(['area_living', 'area_total'], {}).area).toEqual({ column: 0 })
})

test('an empty cell is not the name of a column', () => {
  expect(areOfListing(['price', 'x', 'y'])).toBe(true)
  expect(areOfListing(['', 'x', 'y'])).toBe(false)
  expect(areOfListing(['precioinmo', 'x', 'y'], { price: 'precioinmo' })).toBe(true)
})

test('the columns of registers of deals and of portals are found by the names that these give them', () => {
  const named = (header: string[]) =>
    Object.fromEntries(
      Object.entries(planColumns(header, {})).map(([field, origin]) => [
        field,
        'column' in origin && header[origin.column],
      ]),
    )
  const israel = ['DEALDATE', 'DEALNATUREDESCRIPTION', 'ASSETROOMNUM', 'DEALNATURE', 'DEALAMOUNT', 'lat', 'lng']
  expect(named(israel)).toMatchObject({
    date: 'DEALDATE',
    property_type: 'DEALNATUREDESCRIPTION',
    rooms: 'ASSETROOMNUM',
    area: 'DEALNATURE',
    price: 'DEALAMOUNT',
  })
  // The area of Dubai is a part of the city.
  const dubai = ['Transaction Date', 'Area', 'Transaction Value', 'Property Size (sq.m)', 'lat', 'lng']
  expect(named(dubai)).toMatchObject({ price: 'Transaction Value', area: 'Property Size (sq.m)' })
  expect(named(['Listed Price', 'firstVisibleDate'])).toMatchObject({ price: 'Listed Price', date: 'firstVisibleDate' })
  expect(named(['Cena', 'Funkcja lokalu'])).toMatchObject({ property_type: 'Funkcja lokalu' })
})
