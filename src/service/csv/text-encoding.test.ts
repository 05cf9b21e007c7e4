import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeText } from '../../testing/encode-text.ts'
import { encodingOf, markedEncoding, Utf8Tally, unmarkedEncoding } from './text-encoding.ts'

function tally(bytes: Buffer, step = bytes.length || 1): Utf8Tally {
  const counted = new Utf8Tally()
  for (let at = 0; at < bytes.length; at += step) counted.add(bytes.subarray(at, at + step))
  counted.end()
  return counted
}

test('UTF-8 is never mistaken for another encoding, however the bytes are split', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), (text, step) => {
      const counted = tally(Buffer.from(text), step)
      expect(counted.invalid).toBe(0)
      expect(counted.valid).toBe([...text].filter((char) => char > '\u007f').length)
    }),
  )
})

test.each([
  ['Latin-1', Buffer.from('Barrio de Sarrià, l’Hospitalet'.replace('’', "'"), 'latin1'), 'windows-1252'],
  ['ISO 8859-15', Buffer.from('Straße;250.000 \xa4', 'latin1'), 'iso-8859-15'],
  ['Windows-1252 with a sign of its own', Buffer.from('Straße;250.000 \xa4 \x80', 'latin1'), 'windows-1252'],
  ['ASCII', Buffer.from('Barrio'), 'utf-8'],
  ['UTF-8 with a damaged byte', Buffer.concat([Buffer.from('Sarrià Gràcia'), Buffer.from([0xe0, 0x2c])]), 'utf-8'],
  ['a truncated character', Buffer.from('à').subarray(0, 1), 'windows-1252'],
])('%s is recognised', (_, bytes, encoding) => {
  expect(unmarkedEncoding(tally(bytes))).toBe(encoding)
})

test.each([
  ['Greek', 'εμβαδόν;τιμή\n85,5;250000\n'],
  ['Polish', 'Długość,Cena\n21.01,250000\n'],
  ['Chinese', '一室,总价,面积\n两室,650,89.5\n'],
])('UTF-16 without a mark is recognised under a header in %s', (_, text) => {
  expect(markedEncoding(Buffer.from(text, 'utf16le'))).toBe('utf-16le')
  expect(markedEncoding(Buffer.from(text, 'utf16le').swap16())).toBe('utf-16be')
  expect(markedEncoding(Buffer.from(text))).toBeNull()
})

test('zeros that end or pad cells are not UTF-16', () => {
  expect(markedEncoding(Buffer.from('τιμή,city\n250000,Patra\0\n'.repeat(40)))).toBeNull()
  expect(markedEncoding(Buffer.from('τιμή,city\n250000,Patra\0\0\0\0\0\0\n'))).toBeNull()
})

test('UTF-16 is recognised by its mark, or by the zeros in a header', () => {
  expect(markedEncoding(Buffer.from('\uFEFFprice', 'utf16le'))).toBe('utf-16le')
  expect(markedEncoding(Buffer.from('price', 'utf16le'))).toBe('utf-16le')
  expect(markedEncoding(Buffer.from('price', 'utf16le').swap16())).toBe('utf-16be')
  expect(markedEncoding(Buffer.from('price'))).toBeNull()
  expect(markedEncoding(Buffer.from(''))).toBeNull()
})

test('an encoding has many names, and an unknown name is quoted', () => {
  expect(encodingOf('latin1')).toBe('windows-1252')
  expect([encodingOf('cp850'), encodingOf('IBM437'), encodingOf('cp866')]).toEqual(['ibm850', 'ibm437', 'ibm866'])
  expect(() => encodingOf('klingon')).toThrow('encoding "klingon" should be')
})

test.each([
  ['windows-1250', 'Łódź, Śródmieście; Kraków, Stare Miasto; Gdańsk, Wrzeszcz; Poznań, Jeżyce; sprzedaż, mieszkanie'],
  ['iso-8859-2', 'Łódź, Śródmieście; Kraków, Nowa Huta; Gdańsk, Wrzeszcz; Wrocław, Psie Pole; wynajem, piętro'],
  [
    'windows-1250',
    'Praha 5, Smíchov; Brno, Židenice; Plzeň, Jižní Předměstí; České Budějovice; prodej bytu, užitná plocha',
  ],
  ['windows-1250', 'Bucureşti, Titan; Iaşi; Braşov; Timişoara, Circumvalaţiunii; Constanţa; vânzare, suprafaţă utilă'],
  ['windows-1257', 'pilsēta;rajons;platība\nRīga;Āgenskalns;Ķengarags;Ziepniekkalns;Čiekurkalns;dzīvoklis'],
  ['windows-1257', 'Vilnius, Žirmūnai, Šnipiškės, Naujoji Vilnia; Kaunas, Šilainiai; Klaipėda; Šiauliai; Panevėžys'],
  ['windows-1254', 'İstanbul, Kadıköy; Beşiktaş; Üsküdar, Çengelköy; satılık daire; Şişli; Balıkesir; Eskişehir'],
  ['windows-1254', 'Beşiktaş;Ataşehir;Maltepe'],
  ['windows-1254', 'Beşiktaş;Şişli;Beyoğlu'],
  ['windows-1252', 'Sarrià, Gràcia; Peñalolén; Ñuñoa; São Paulo, Jardim Ângela; Besançon; 85 m², 250 000 €'],
  ['windows-1252', 'Köln, Sülz; München, Schwabing; Düsseldorf, Flingern-Süd; Straße; Größe'],
  ['windows-1252', 'Peñíscola; Cáceres; León'],
  ['windows-1252', 'Descrição;Localização;Região;Situação\nSão João;Conceição;À venda;Ótimas condições'],
  ['windows-1252', 'BARCELONA;GRÀCIA\nMÁLAGA;CÓRDOBA;PEÑÍSCOLA;CORUÑA'],
  ['windows-1252', 'Malmö, Västra Hamnen; Göteborg; Århus; København, Nørrebro; Ærø'],
  // Signs that Latin-1 lacks: € and ’.
  ['windows-1252', 'Prix;Pièces;Prix/m²\n245 000 €;3;4 684 €\n"De 210 000 € à 315 000 €";2 à 4;\n'],
  ['windows-1252', 'Prezzo;Locali\n€ 622,53;6\n€ 1.450,00;3\n"€ 900";2\n,€ 250.000;1\n'],
  ['windows-1252', 'price;beds\n£2353,81;4\n£1450;3\n1;£900\n,£3000;2\n'],
  [
    'windows-1252',
    'Länge;Preis\n13,36;648\u00a0000\n13,35;512\u00a0300\u00a0€\n13,34;95\u00a0400 €\n13,3;87\u00a0100\n',
  ],
  ['windows-1252', 'L’Hospitalet; Señorío de Vizcaya – 300 m², 250.000 €; «Peñón»'],
  ['windows-1252', 'kaupverð;breiddargráða;bær\nReykjavík;Hafnarfjörður;Kópavogur;Garðabær;Ísafjörður;Þorlákshöfn'],
  ['windows-1252', 'KAUPVERÐ;BREIDDARGRÁÐA;BÆR\nREYKJAVÍK;HAFNARFJÖRÐUR;GARÐABÆR;ÍSAFJÖRÐUR'],
  ['ibm850', 'Málaga;Córdoba;Cádiz;Logroño;Ávila;León;Cáceres;Almería;Castellón;Alcorcón'],
  ['ibm850', 'Étampes;Besançon;Orléans;Sète;Nîmes;Alès;Angoulême;Béziers;Périgueux'],
  ['ibm850', 'München;Köln;Düsseldorf;Nürnberg;Würzburg;Göttingen;Lübeck;Gießen;Straße'],
  ['ibm852', 'Kraków;Łódź;Wrocław;Poznań;Gdańsk;Białystok;Częstochowa;Toruń;Świętochłowice'],
  ['ibm852', 'Plzeň;České Budějovice;Ústí nad Labem;Zlín;Děčín;Třebíč;Příbram;Kroměříž;Havířov'],
  ['macintosh', 'Málaga;Córdoba;Cádiz;Logroño;Ávila;León;Cáceres;Almería;Castellón;Alcorcón'],
  ['macintosh', 'Göteborg;Malmö;Västerås;Örebro;Linköping;Jönköping;Norrköping;Umeå;Gävle'],
])('%s is told by its letters: %s', (encoding, text) => {
  expect(unmarkedEncoding(tally(encodeText(text, encoding)))).toBe(encoding)
})

test.each([
  ['windows-1251', 'Москва, Хамовники; Санкт-Петербург, Невский; Казань; однокомнатная квартира; цена, руб.'],
  ['windows-1251', 'ГОРОД;РАЙОН;ЦЕНА\nМОСКВА;ТВЕРСКОЙ;12500000\nСОЧИ;АДЛЕР;9800000'],
  ['koi8-r', 'Москва, Хамовники; Санкт-Петербург, Невский; Казань; однокомнатная квартира; цена, руб.'],
  ['koi8-r', 'ГОРОД;РАЙОН;ЦЕНА\nМОСКВА;ТВЕРСКОЙ;12500000\nСОЧИ;АДЛЕР;9800000'],
  ['ibm866', 'Москва, Хамовники; Санкт-Петербург, Невский; Казань; однокомнатная квартира; цена, руб.'],
  ['windows-1251', 'Київ, Печерськ; Львів, Личаківський; Одеса; квартира, площа; ціна'],
  ['windows-1251', 'София, Лозенец; Пловдив, Кършияка; Варна, Чайка; двустаен апартамент'],
  ['windows-1253', 'Αθήνα, Κολωνάκι; Θεσσαλονίκη, Καλαμαριά; Πάτρα; διαμέρισμα, εμβαδόν, τιμή'],
  ['windows-1255', 'תל אביב, פלורנטין; ירושלים, רחביה; חיפה; דירה, מחיר, שטח'],
  ['windows-1256', 'دبي، مرسى دبي; القاهرة، المعادي; الرياض، العليا; شقة للبيع; السعر'],
  ['windows-874', 'กรุงเทพมหานคร, สุขุมวิท; เชียงใหม่, นิมมานเหมินท์; ภูเก็ต; คอนโดมิเนียม ราคา'],
])('%s is told by its letters, which are not Latin: %s', (encoding, text) => {
  expect(unmarkedEncoding(tally(encodeText(`${text}\n`, encoding)))).toBe(encoding)
})

const EAST_ASIA = {
  shift_jis:
    '所在地,価格,面積\n東京都新宿区西新宿,5200,65.2\n大阪市北区梅田,マンション,中古\nさいたま市浦和区高砂,3480,70\n',
  'euc-jp': '所在地,価格,面積\n東京都新宿区,マンション,65.2\nさいたま市うらわ区,アパート,70\n札幌市中央区のすすきの\n',
  'euc-kr': '주소,가격,면적\n서울특별시 강남구 역삼동,125000,84.9\n부산광역시 해운대구 우동,아파트,전용면적\n',
  gb18030: '地址,总价,面积\n北京市朝阳区望京街道,650,89.5\n上海市浦东新区陆家嘴,住宅,三室两厅\n广州市天河区\n',
  big5: '地址,總價,面積\n臺北市大安區和平東路,2580,32.5\n高雄市左營區,住宅,三房兩廳\n新北市板橋區文化路\n',
}

test.each(Object.entries(EAST_ASIA))('%s is told by its pairs of bytes, however long the file', (encoding, text) => {
  const bytes = encodeText(text, encoding)
  expect(new TextDecoder(encoding).decode(bytes), 'it can be written so').toBe(text)
  expect(unmarkedEncoding(tally(bytes))).toBe(encoding)
  const long = Buffer.concat(Array.from({ length: 2_000 }, () => bytes))
  expect(unmarkedEncoding(tally(long, 65_536))).toBe(encoding)
})

test('EUC-KR is told by a header with a unit alone', () => {
  const text = '거래금액(만원),전용면적(㎡),위도,경도,계약년월,계약일\n125000,59.9,37.5,126.9,202609,10\n'
  expect(unmarkedEncoding(tally(encodeText(text, 'euc-kr')))).toBe('euc-kr')
})

test('Big5 is told in a table of short names', () => {
  const zones = ['中正區', '大同區', '中山區', '松山區', '大安區'].map(
    (zone) => `200000;50;25.04;121.55;2026-09-01;臺北市;${zone};公寓`,
  )
  const text = `總價;面積;緯度;經度;日期;城市;行政區;類型\n${zones.join('\n')}\n`
  expect(unmarkedEncoding(tally(encodeText(text, 'big5')))).toBe('big5')
})

test('names that are in every row weigh no more than others', () => {
  const rows = 'Àtic;Dúplex;Sant Narcís;Girona;Gironès\n'.repeat(500)
  expect(
    unmarkedEncoding(tally(encodeText(`Població;Superfície útil (m²);Certificat energètic\n${rows}`, 'windows-1252'))),
  ).toBe('windows-1252')
})
