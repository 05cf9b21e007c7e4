import { charactersOf, codePageOf } from '../service/csv/code-pages.ts'

/** The bytes of a text in an encoding of one or two bytes a character. */
export function encodeText(text: string, encoding: string): Buffer {
  const bytes = new Map<string, number[]>()
  const add = (letter: string, ...of: number[]) => {
    if ([...letter].length === 1 && !bytes.has(letter)) bytes.set(letter, of)
  }
  for (const [byte, letter] of charactersOf(encoding).entries()) add(letter, byte)
  if (codePageOf(encoding) === null) {
    const decoder = new TextDecoder(encoding)
    for (let lead = 0x81; lead < 0xff; lead++) {
      for (let trail = 0x40; trail < 0xff; trail++) add(decoder.decode(Uint8Array.of(lead, trail)), lead, trail)
    }
  }
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? [0x3f]).flat())
}
