import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeText } from '../../../../testing/encode-text.ts'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'
import { XmlRecords } from './xml-records.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const READ = 'price, currency, area, rooms, lat, lng, ad_sub_type, property_type, city, listed_on::DATE::VARCHAR AS day'
const read = async (name: string, text: string | Buffer, options = {}) => {
  const report = await fixture.importFile(fixture.write(name, text), options)
  return { report, rows: await fixture.kept(READ, 'price') }
}

const kyero = (id: number, price: number, freq = 'sale') => `
  <property>
    <id>${id}</id><date>2026-10-0${id} 10:00:00</date><ref>A${id}</ref>
    <price>${price}</price><currency>EUR</currency><price_freq>${freq}</price_freq>
    <type>Apartment</type><town>Nerja</town><province>Málaga</province><country>Spain</country>
    <location><latitude>36.75${id}</latitude><longitude>-3.87${id}</longitude></location>
    <beds>2</beds><baths>1</baths><surface_area><built>8${id}</built><plot>0</plot></surface_area>
    <desc><en><![CDATA[<p>Bright & sunny</p>]]></en></desc>
    <images><image id="1"><url>a.jpg</url></image><image id="2"><url>b.jpg</url></image></images>
  </property>`

test('a feed of a portal, also gzipped', async () => {
  const feed = `<?xml version="1.0" encoding="utf-8"?>\n<root><kyero><feed_version>3</feed_version></kyero>${kyero(1, 200_000)}${kyero(2, 210_000)}${kyero(3, 900, 'month')}</root>`
  const { report, rows } = await read('feed.xml.gz', gzipSync(feed))
  expect(report).toMatchObject({ rows: 3, kept: 3, rejected: {}, warnings: [] })
  const home = { currency: 'EUR', rooms: 2, ad_sub_type: 'buy', property_type: 'apartment', city: 'Nerja' }
  expect(rows).toEqual([
    { ...home, price: 900, ad_sub_type: 'rent', area: 83, lat: 36.753, lng: -3.873, day: '2026-10-03' },
    { ...home, price: 200_000, area: 81, lat: 36.751, lng: -3.871, day: '2026-10-01' },
    { ...home, price: 210_000, area: 82, lat: 36.752, lng: -3.872, day: '2026-10-02' },
  ])
})

test('elements with a namespace, another encoding, and what is nested in them', { tags: 'nightly' }, async () => {
  const offer = (
    price: number,
    kind: string,
  ) => `<offer internal-id="${price}"><type>${kind}</type><property-type>жилая</property-type>
    <category>квартира</category><creation-date>2026-10-05T12:00:00+03:00</creation-date>
    <location><country>Россия</country><locality-name>Москва</locality-name><latitude>55.75</latitude><longitude>37.61</longitude></location>
    <price><value>${price}</value><currency>EUR</currency></price><area><value>54,5</value><unit>кв. м</unit></area><rooms>2</rooms>
    <sales-agent><phone>1</phone><organization>А</organization></sales-agent></offer>`
  const feed = `<?xml version="1.0" encoding="windows-1251"?>
<realty-feed xmlns="http://webmaster.yandex.ru/schemas/feed/realty/2010-06"><generation-date>2026-11-01</generation-date>
${offer(150_000, 'продажа')}${offer(900, 'аренда')}</realty-feed>`
  const { report, rows } = await read('feed.xml', encodeText(feed, 'windows-1251'))
  expect(report).toMatchObject({ rows: 2, kept: 2, rejected: {} })
  const home = {
    currency: 'EUR',
    area: 54.5,
    rooms: 2,
    lat: 55.75,
    lng: 37.61,
    property_type: 'apartment',
    day: '2026-10-05',
  }
  expect(rows).toMatchObject([
    { ...home, price: 900, ad_sub_type: 'rent' },
    { ...home, price: 150_000, ad_sub_type: 'buy' },
  ])
})

test('attributes, and fields that have their name in an attribute', { tags: 'nightly' }, async () => {
  const feed = `<adverts count="2">
  <advert><field key="price">100000</field><field key="area">50</field><field key="date">2026-10-01</field><geo lat="40.41" lng="-3.70"/></advert>
  <advert><field key="price">110000</field><field key="area">55</field><field key="date">2026-10-02</field><geo lat="40.42" lng="-3.71"/></advert>
</adverts>`
  const { rows } = await read('feed.xml', feed, { currency: 'eur' })
  expect(rows).toMatchObject([
    { price: 100_000, area: 50, lat: 40.41, lng: -3.7 },
    { price: 110_000, area: 55, lat: 40.42, lng: -3.71 },
  ])
})

// Inmovilla's names, one of which is misspelt.
test('columns of a feed can be named', { tags: 'nightly' }, async () => {
  const flat =
    '<flat><fecha>2026-10-03</fecha><precioinmo>90000</precioinmo><latitud>40.43</latitud><altitud>-3.7</altitud></flat>'
  const map = { price: 'precioinmo', lng: 'altitud' }
  expect((await read('named.xml', `<r>${flat}</r>`, { map })).rows).toContainEqual(
    expect.objectContaining({ price: 90_000, lat: 40.43, lng: -3.7 }),
  )
})

test('of elements within each other, those that are listings, and none is lost or added', {
  tags: 'nightly',
}, async () => {
  const home = (
    price: number,
  ) => `<immobilie><geo><geokoordinaten breitengrad="52.5" laengengrad="13.4"/><ort>Berlin</ort></geo>
    <preise><kaufpreis>${price}</kaufpreis><waehrung iso_waehrung="EUR"/></preise><flaechen><wohnflaeche>80</wohnflaeche></flaechen>
    <anhaenge><anhang><titel>1</titel></anhang><anhang><titel>2</titel></anhang></anhaenge><stand_vom>2026-10-01</stand_vom></immobilie>`
  const feed = `<openimmo><anbieter><firma>A</firma>${home(300_000)}${home(310_000)}</anbieter><anbieter><firma>B</firma>${home(320_000)}</anbieter></openimmo>`
  const { report } = await read('feed.xml', feed, { map: { date: 'stand_vom' } })
  expect(report).toMatchObject({ rows: 3, kept: 3 })
  expect((await fixture.importFile(fixture.write('again.xml', `${feed} `), { map: { date: 'stand_vom' } })).held).toBe(
    3,
  )
})

test.each([
  ['<a><b>1</b>', 'expected well-formed XML, found in line 1'],
  ['<a>\n<b>1</c></a>', 'expected well-formed XML, found in line 2'],
  ['<a><b>1</b></a>', 'expected elements with a price and a position in each, found none'],
  [`<a>${Array.from({ length: 1001 }, (_, i) => `<b${i}/>`).join('')}</a>`, 'expected at most 1000 kinds of elements'],
  ['<a>'.repeat(70) + '</a>'.repeat(70), 'expected elements at most 64 deep'],
])('what is not a feed is refused with what is wrong: %j', async (text, message) => {
  await expect(fixture.importFile(fixture.write('a.xml', text))).rejects.toThrow(message)
})

test('entities that a document defines do not make it larger', async () => {
  const entities = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join('')
  const text = `<!DOCTYPE a [<!ENTITY e0 "x">${entities}]><a><home><price>100000</price><lat>40.4</lat><lng>-3.7</lng><date>2026-10-01</date><city>&e30;</city></home></a>`
  const { rows } = await read('a.xml', text, { currency: 'eur' })
  expect(rows).toMatchObject([{ price: 100_000, city: '&e30;' }])
})

test('points of KML, elements with attributes in only some listings, and dates and rents of feeds', {
  tags: 'nightly',
}, async () => {
  const mark = (i: number) => `<Placemark><name>Home</name><ExtendedData>
    <Data name="price"><value>${i}00000</value></Data><Data name="date"><value>2026-10-0${i}</value></Data></ExtendedData>
    <Point><coordinates> -3.7${i},40.4${i},0 </coordinates></Point></Placemark>`
  const kml = await read('a.kml.xml', `<kml><Document>${mark(1)}${mark(2)}</Document></kml>`)
  expect(kml.rows).toMatchObject([
    { price: 100_000, lat: 40.41, lng: -3.71, day: '2026-10-01' },
    { price: 200_000, lat: 40.42, lng: -3.72, day: '2026-10-02' },
  ])
  const ad = (i: number, kind: string, price: string) => `<listing><listing_status>${kind}</listing_status>${price}
    <price_change><price>500000</price><date>2026-01-01</date></price_change>
    <latitude>51.5${i}</latitude><longitude>-0.1${i}</longitude><details><area unit="sqft">1000</area></details>
    <first_published_date>2026-09-0${i}</first_published_date></listing>`
  const rents = '<price period="weekly">450</price><rental_prices><per_month>1950</per_month></rental_prices>'
  const { report } = await read('b.xml', `<r>${ad(1, 'sale', '<price>400000</price>')}${ad(2, 'rent', rents)}</r>`)
  expect(report.columns).toMatchObject({
    price: 'price.value',
    rent: 'rental_prices.per_month',
    area_unit: 'details.area.unit',
  })
  const found = await fixture.kept('price, round(area) AS area, ad_sub_type, listed_on::DATE::VARCHAR AS day', 'price')
  expect(found.filter(({ area }) => area === 93)).toEqual([
    { price: 400_000, area: 93, ad_sub_type: 'buy', day: '2026-09-01' },
  ])
})

test('a listing may have very many elements of one name', () => {
  const records = new XmlRecords('home', new Set())
  records.open('home', {}, 1)
  for (let i = 0; i < 500_000; i++) {
    records.open('picture', {}, 1)
    records.close()
  }
  records.close()
  expect(records.taken()).toMatchObject([{ value: { picture: { length: 500_000 } } }])
})
