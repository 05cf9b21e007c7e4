import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../testing/import-fixture.ts'
import { unusedColumns } from '../columns/known-columns.ts'
import { planColumns } from '../columns/plan-columns.ts'
import { monthWords } from './month-words.ts'
import { meaningOf } from './word-meanings.ts'

const FIELDS = ['price', 'area', 'rooms', 'lat', 'lng', 'date', 'ad_sub_type', 'property_type', 'city'] as const

test.each([
  ['en', ['Asking price', 'Living Area (m²)', 'Beds', 'Lat', 'Long', 'Listing date', 'Purpose', 'Home type', 'Town']],
  [
    'es',
    [
      'Precio (€)',
      'Sup. útil',
      'Habitaciones',
      'Latitud',
      'Longitud',
      'Fecha alta',
      'Operación',
      'Tipo inmueble',
      'Ciudad',
    ],
  ],
  [
    'pt',
    [
      'Preço',
      'Área útil m2',
      'Quartos',
      'Latitude',
      'Longitude',
      'Data do anúncio',
      'Finalidade',
      'Tipo de imóvel',
      'Concelho',
    ],
  ],
  [
    'fr',
    [
      'Prix',
      'Surface habitable',
      'Pièces',
      'Latitude',
      'Longitude',
      'Date annonce',
      "Type d'annonce",
      'Type de bien',
      'Ville',
    ],
  ],
  ['sv', ['Slutpris', 'Boarea', 'Antal rum', 'Latitud', 'Longitud', 'Såld', 'Offer', 'Bostadstyp', 'Kommun']],
  [
    'nb',
    ['Prisantydning', 'Primærrom', 'Soverom', 'Breddegrad', 'Lengdegrad', 'Salgsdato', 'Offer', 'Boligtype', 'Kommune'],
  ],
  [
    'de',
    [
      'Kaufpreis in EUR',
      'Wohnflaeche (qm)',
      'Zimmer',
      'Breitengrad',
      'Laengengrad',
      'Einstelldatum',
      'Vermarktungsart',
      'Objektart',
      'Ort',
    ],
  ],
  [
    'it',
    [
      'Prezzo',
      'Metri quadri',
      'Locali',
      'Latitudine',
      'Longitudine',
      'Data annuncio',
      'Contratto',
      'Tipologia immobile',
      'Comune',
    ],
  ],
  [
    'nl',
    [
      'Vraagprijs',
      'Woonoppervlakte (m2)',
      'Slaapkamers',
      'Breedtegraad',
      'Lengtegraad',
      'Aanmelddatum',
      'Koop/huur',
      'Soort woning',
      'Woonplaats',
    ],
  ],
  [
    'pl',
    [
      'Cena (zł)',
      'Powierzchnia użytkowa [m2]',
      'Liczba pokoi',
      'Szerokość geograficzna',
      'Długość geograficzna',
      'Data dodania',
      'Rodzaj transakcji',
      'Rodzaj nieruchomości',
      'Miejscowość',
    ],
  ],
  [
    'cs',
    [
      'Cena Kč',
      'Užitná plocha',
      'Dispozice',
      'Zeměpisná šířka',
      'Zeměpisná délka',
      'Datum vložení',
      'Typ nabídky',
      'Typ nemovitosti',
      'Obec',
    ],
  ],
  [
    'ro',
    [
      'Preţ (EUR)',
      'Suprafaţă utilă (mp)',
      'Nr. camere',
      'Latitudine',
      'Longitudine',
      'Data publicării',
      'Tip tranzacţie',
      'Tip proprietate',
      'Oraş',
    ],
  ],
  [
    'tr',
    ['Fiyat (TL)', 'Net m²', 'Oda Sayısı', 'Enlem', 'Boylam', 'İlan Tarihi', 'Satılık/Kiralık', 'Emlak Tipi', 'İlçe'],
  ],
  [
    'ca',
    [
      'Preu',
      'Superfície construïda',
      'Habitacions',
      'Latitud',
      'Longitud',
      'Data de publicació',
      'Tipus d’operació',
      'Tipus d’immoble',
      'Municipi',
    ],
  ],
])('columns are found by their names in %s', (_, header) => {
  const plan = planColumns(header, {})
  expect(FIELDS.map((field) => plan[field])).toEqual(FIELDS.map((_, column) => ({ column })))
})

test.each([
  [
    'ru',
    'Цена (руб.);Общая площадь, м²;Количество комнат;Широта;Долгота;Дата публикации;Тип сделки;Тип недвижимости;Город',
  ],
  [
    'uk',
    'Ціна (грн);Загальна площа (м2);Кількість кімнат;Широта;Довгота;Дата публікації;Тип угоди;Тип нерухомості;Місто',
  ],
  ['bg', 'Цена (лв);Квадратура;Брой стаи;Географска ширина;Географска дължина;Дата;Вид сделка;Вид имот;Град'],
  [
    'el',
    'Τιμή (€);Εμβαδόν (τ.μ.);Υπνοδωμάτια;Γεωγραφικό πλάτος;Γεωγραφικό μήκος;Ημερομηνία;Είδος συναλλαγής;Τύπος ακινήτου;Πόλη',
  ],
  [
    'hu',
    'Ár;Alapterület;Szobák száma;Földrajzi szélesség;Földrajzi hosszúság;Dátum;Ügylet típusa;Ingatlan típusa;Település',
  ],
  ['fi', 'Velaton hinta;Pinta-ala;Huoneita;Leveysaste;Pituusaste;Kauppapäivä;Ilmoitustyyppi;Asuntotyyppi;Kaupunki'],
  [
    'hr',
    'Cijena (EUR);Stambena površina (m2);Broj soba;Zemljopisna širina;Zemljopisna dužina;Datum objave;Vrsta ponude;Vrsta nekretnine;Grad',
  ],
  ['ja', '取引価格（総額）;専有面積（㎡）;間取り;緯度;経度;取引時点;取引種別;物件種別;市区町村名'],
  ['zh', '总价（万元）;建筑面积（㎡）;户型;纬度;经度;成交日期;交易类型;房屋类型;城市'],
  ['zh-Hant', '總價元;建物面積平方公尺;格局;緯度;經度;交易年月日;交易類型;建物型態;縣市'],
  ['ko', '거래금액(만원);전용면적(㎡);방수;위도;경도;계약년월일;거래구분;주택유형;시군구'],
  ['th', 'ราคาขาย (บาท);พื้นที่ใช้สอย (ตร.ม.);ห้องนอน;ละติจูด;ลองจิจูด;วันที่ประกาศ;ประเภทประกาศ;ประเภททรัพย์;เขต'],
  ['vi', 'Giá;Diện tích;Số phòng ngủ;Vĩ độ;Kinh độ;Ngày đăng;Loại giao dịch;Loại bất động sản;Thành phố'],
  ['id', 'Harga (Rp);Luas bangunan;Kamar tidur;Lintang;Bujur;Tanggal;Jenis iklan;Tipe properti;Kota'],
  ['ar', 'السعر;المساحة;عدد الغرف;خط العرض;خط الطول;تاريخ الصفقة;نوع العرض;نوع العقار;المدينة'],
  ['he', 'מחיר;שטח במ"ר;מספר חדרים;קו רוחב;קו אורך;תאריך העסקה;סוג עסקה;סוג נכס;עיר'],
])('columns of portals in %s are found', (_, header) => {
  const plan = planColumns(header.split(';'), {})
  expect(FIELDS.map((field) => plan[field])).toEqual(FIELDS.map((_, column) => ({ column })))
})

test('a price by the month is a rent, by the name of its column', () => {
  const names = ['price_pcm', 'Kaltmiete (€/Monat)', 'Rent (£ pcm)', 'Prix €/mois', '賃料（万円/月）']
  expect(names.map((name) => planColumns([name], {}).rent)).toEqual(names.map(() => ({ column: 0 })))
  for (const name of ['Miete €/m²/Monat', 'annual_rent', 'Rent (AED/yr)'])
    expect(planColumns([name], {})).not.toHaveProperty('rent')
  const icelandic = planColumns(['Verð', 'Stærð', 'Fjöldi herbergja'], {})
  expect(icelandic).toEqual({ price: { column: 0 }, area: { column: 1 }, rooms: { column: 2 } })
  expect(planColumns(['fm'], {})).toEqual({ area: { column: 0 } })
})

test('an area in a unit of its own is one, by the name of its column', () => {
  const unit = (name: string) => planColumns(['price', name], {})
  expect(unit('坪數')).toMatchObject({ area: { column: 1 }, area_unit: { constant: '坪' } })
  expect(unit('면적(평)')).toMatchObject({ area: { column: 1 }, area_unit: { constant: '평' } })
  expect(unit('Area (ไร่)')).toMatchObject({ area: { column: 1 }, area_unit: { constant: 'ไร่' } })
  expect(unit('Fläche [a]')).toMatchObject({ area: { column: 1 }, area_unit: { constant: 'a' } })
  expect(unit('Fläche (Ar)')).toMatchObject({ area: { column: 1 }, area_unit: { constant: 'ar' } })
  expect(unit('Area (acres)')).toMatchObject({ area: { column: 1 }, area_unit: { constant: 'acres' } })
  expect(unit('Area (m2)')).not.toHaveProperty('area_unit')
})

test('of living and total areas the first is used, and the report can name the other', () => {
  const header = ['surface_total', 'surface_covered', 'price', 'price_aprox_usd', 'currency']
  const plan = planColumns(header, {})
  expect(plan).toEqual({ price: { column: 2 }, area: { column: 1 }, currency: { column: 4 } })
  expect(unusedColumns(header, plan)).toEqual({ price: ['price_aprox_usd'], area: ['surface_total'] })
  expect(planColumns(['price_aprox_usd', 'currency'], {})).toMatchObject({ currency: { constant: 'USD' } })
  expect(planColumns(['Price (PHP)'], {})).toEqual({ price: { column: 0 }, currency: { constant: 'PHP' } })
  expect(planColumns(['Size (sq ft)', 'Price per m2', 'price_eur_m2'], {})).toEqual({ area_sqft: { column: 0 } })
})

test.each([
  [
    'property_type',
    'apartment',
    'Flat;Piso;apto.;Appartement;Wohnung;appartamento;Galerijflat;Mieszkanie;Byt;Apartament;Daire;Pis',
  ],
  [
    'property_type',
    'house',
    'Detached;Chalet;Moradia;Maison;Einfamilienhaus;Casa indipendente;Woonhuis;Dom wolnostojący;Rodinný dům;Casă;Müstakil Ev;Casa aïllada',
  ],
  [
    'property_type',
    'studio',
    'Studio flat;estudio;Kitnet;Monolocale;Kawalerka;Garsonka;Garsonieră;Stüdyo Daire;Apartment - Studio',
  ],
  ['property_type', 'land', 'Plot;Terreno;Terrain à bâtir;Grundstück;GRUNDSTUECK;Bouwgrond;Działka;Pozemek;Teren;Arsa'],
  ['property_type', 'duplex', 'Duplex apartment;Dúplex;Maisonette;Mezonet'],
  [
    'ad_sub_type',
    'buy',
    'For Sale;Venta;À vendre;Zu verkaufen;In vendita;Te koop;Na sprzedaż;Prodej;De vânzare;Satılık;En venda;Flat for sale',
  ],
  [
    'ad_sub_type',
    'rent',
    'To let;Alquiler;Aluguel;Location;Zu vermieten;Affitto;Te huur;Wynajem;Pronájem;De închiriat;Kiralık;Lloguer',
  ],
  // Loans to the landlord, without a rent.
  ['ad_sub_type', 'deposit', 'Anticrético;전세;Jeonse'],
  ['ad_sub_type', 'short_let', 'Holiday let;Alquiler temporal;Location saisonnière;Günlük kiralık'],
  ['rooms', '3', '3;3.0;3 bedrooms;T3;3+kk;3+1;3 pokoje;Zimmer: 3'],
  ['rooms', '0', 'Studio;Kawalerka;1+0;Stüdyo;Stüdyo (1+0);0'],
  [
    'property_type',
    'apartment',
    'Квартира;διαμέρισμα;Lakás;Kerrostalo;中古マンション等;公寓;아파트;คอนโด;Căn hộ;Apartemen;شقة;דירה',
  ],
  [
    'property_type',
    'house',
    'Частный дом;Μονοκατοικία;Családi ház;Omakotitalo;一戸建て;别墅;단독주택;บ้านเดี่ยว;Nhà riêng;Rumah;فيلا',
  ],
  ['ad_sub_type', 'buy', 'Продажа;Πώληση;Eladó;Myynti;売買;出售;매매;ขาย;Bán;Dijual;للبيع;למכירה'],
  ['ad_sub_type', 'rent', 'Аренда;Ενοικίαση;Kiadó;Vuokra;賃貸;出租;월세;ให้เช่า;Cho thuê;Disewakan;للإيجار;להשכרה'],
  ['country', 'de', 'de;Germany;Alemania;Allemagne;Deutschland;Niemcy;Německo;Almanya;Alemanya;DEU'],
])('%s "%s" is understood in all languages', (field, meaning, texts) => {
  const read = texts.split(';').map((text) => [text, meaningOf(field as 'rooms', text)])
  expect(read).toEqual(texts.split(';').map((text) => [text, meaning]))
})

test('a country’s name is that of its present code, not of a former one', () => {
  const names = {
    gb: 'United Kingdom',
    fr: 'France',
    ru: 'Russia',
    rs: 'Serbia',
    bj: 'Benin',
    vn: 'Vietnam',
    ye: 'Yemen',
  }
  for (const [code, name] of Object.entries(names)) expect(meaningOf('country', name), name).toBe(code)
  const former = { UK: 'gb', FX: 'fr', SU: 'ru', DD: 'de' }
  for (const [code, now] of Object.entries(former)) expect(meaningOf('country', code), code).toBe(now)
})

test('words with several meanings, and unknown ones, have none', () => {
  for (const text of ['sale or rent', 'exchange', '']) expect(meaningOf('ad_sub_type', text)).toBeNull()
  for (const text of ['House and garage', 'Submarine']) expect(meaningOf('property_type', text)).toBeNull()
  expect(meaningOf('rooms', 'many')).toBeNull()
  expect(meaningOf('country', 'Atlantis')).toBeNull()
  const months = new Map(monthWords())
  for (const [word, month] of Object.entries({ wrzesnia: '9', zari: '9', agustos: '8', marz: '3', febrer: '2' }))
    expect(months.get(word), word).toBe(month)
})

describe('cells', () => {
  let fixture: ImportFixture
  beforeEach(() => {
    fixture = makeImportFixture()
  })
  afterEach(() => fixture.remove())

  test('have shortened numbers, ranges and dates in any language', async () => {
    const rows = [
      ['250k €', '85', '3 de abril de 2026'],
      ['1,2 mln zł', '80–90 m²', '4 kwietnia 2026'],
      ['€ 200.000 - 240.000', '70', '5. dubna 2026'],
      ['850 tys. zł', '40 do 200', '6 Nisan 2026'],
      ['100.000-900.000', '85', '7 avril 2026'],
      ['1.500 zł/mies', '30', '8 d’abril de 2026'],
    ]
    const csv = rows.map((row) => [...row, '52.23', '21.01'].map((cell) => `"${cell}"`).join(',')).join('\n')
    const file = fixture.write('a.csv', `price,area,date,lat,lon\n${csv}\n`)
    const report = await fixture.importFile(file, { country: 'pl' })
    expect(await fixture.kept('price, currency, area, day(listed_on)::INTEGER AS day')).toEqual([
      { price: 250_000, currency: 'EUR', area: 85, day: 3 },
      { price: 1_200_000, currency: 'PLN', area: 85, day: 4 },
      { price: 220_000, currency: 'EUR', area: 70, day: 5 },
      { price: 850_000, currency: 'PLN', area: null, day: 6 },
      { price: 1500, currency: 'PLN', area: 30, day: 8 },
    ])
    expect(report.rejected).toEqual({ 'price is a wide range': 1 })
    expect(report.repaired).toEqual({
      'area is a range, read as its middle': 1,
      'area is a wide range, treated as unknown': 1,
      'price is a range, read as its middle': 1,
    })
  })
})
