/** The bytes of a text in an encoding of one or two bytes a character. */
export function encodeText(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map<string, number[]>()
  const add = (...of: number[]) => {
    const letter = decoder.decode(Uint8Array.from(of))
    if ([...letter].length === 1 && !bytes.has(letter)) bytes.set(letter, of)
  }
  for (let byte = 0; byte < 256; byte++) add(byte)
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail)
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? [0x3f]).flat())
}
