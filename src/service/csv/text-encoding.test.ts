import fc from 'fast-check'
import { expect, test } from 'vitest'
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
  ['ASCII', Buffer.from('Barrio'), 'utf-8'],
  ['UTF-8 with a damaged byte', Buffer.concat([Buffer.from('Sarrià Gràcia'), Buffer.from([0xe0, 0x2c])]), 'utf-8'],
  ['a truncated character', Buffer.from('à').subarray(0, 1), 'windows-1252'],
])('%s is recognised', (_, bytes, encoding) => {
  expect(unmarkedEncoding(tally(bytes))).toBe(encoding)
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
  expect(() => encodingOf('klingon')).toThrow('encoding "klingon" should be')
})

/** The bytes of a text in an encoding of one byte a character. */
function encode(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? 0x3f))
}

test.each([
  ['windows-1250', 'Łódź, Śródmieście; Kraków, Stare Miasto; Gdańsk, Wrzeszcz; Poznań, Jeżyce; sprzedaż, mieszkanie'],
  ['iso-8859-2', 'Łódź, Śródmieście; Kraków, Nowa Huta; Gdańsk, Wrzeszcz; Wrocław, Psie Pole; wynajem, piętro'],
  [
    'windows-1250',
    'Praha 5, Smíchov; Brno, Židenice; Plzeň, Jižní Předměstí; České Budějovice; prodej bytu, užitná plocha',
  ],
  ['windows-1250', 'Bucureşti, Titan; Iaşi; Braşov; Timişoara, Circumvalaţiunii; Constanţa; vânzare, suprafaţă utilă'],
  ['windows-1254', 'İstanbul, Kadıköy; Beşiktaş; Üsküdar, Çengelköy; satılık daire; Şişli; Balıkesir; Eskişehir'],
  ['windows-1252', 'Sarrià, Gràcia; Peñalolén; Ñuñoa; São Paulo, Jardim Ângela; Besançon; 85 m², 250 000 €'],
  ['windows-1252', 'Köln, Sülz; München, Schwabing; Düsseldorf, Flingern-Süd; Straße; Größe'],
  ['windows-1252', 'Peñíscola; Cáceres; León'],
  ['windows-1252', 'Malmö, Västra Hamnen; Göteborg; Århus; København, Nørrebro; Ærø'],
])('%s is told by its letters: %s', (encoding, text) => {
  expect(unmarkedEncoding(tally(encode(text, encoding)))).toBe(encoding)
})

test('names that are in every row weigh no more than others', () => {
  const rows = 'Àtic;Dúplex;Sant Narcís;Girona;Gironès\n'.repeat(500)
  expect(
    unmarkedEncoding(tally(encode(`Població;Superfície útil (m²);Certificat energètic\n${rows}`, 'windows-1252'))),
  ).toBe('windows-1252')
})
