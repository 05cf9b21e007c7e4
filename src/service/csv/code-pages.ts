/**
 * The characters of the bytes from 0x80 on in the code pages of DOS that the WHATWG's encodings lack: programs of the
 * nineties and `>` in a Windows console still write them.
 */
const UPPER_HALVES: Readonly<Record<string, string>> = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}

/** What of TextDecoder reads a file. */
export interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

/** The name of a code page of DOS, from such as cp850 and IBM850; null for other encodings. */
export function codePageOf(label: string): string | null {
  const [, page = ''] = /^(?:cp|ibm|dos|csibm|oem)?[-_ ]?(\d{3})$/i.exec(label.trim()) ?? []
  return `ibm${page}` in UPPER_HALVES ? `ibm${page}` : null
}

/** A decoder of one of the WHATWG's encodings or of a code page; it throws on bytes that are not valid. */
export function decoderOf(encoding: string): Decoder {
  const half = UPPER_HALVES[encoding]
  if (half === undefined) return new TextDecoder(encoding, { fatal: true })
  return {
    decode: (bytes = new Uint8Array()) =>
      Buffer.from(bytes)
        .toString('latin1')
        .replace(/[\x80-\xff]/g, (char) => half[char.charCodeAt(0) - 0x80] as string),
  }
}

/**
 * The characters of the 256 bytes in an encoding of one byte a character; '' where it has none. Without `stream`, Node reads
 * Windows-1252 as Latin-1, which has neither € nor ’.
 */
export function charactersOf(encoding: string): readonly string[] {
  const characters = known.get(encoding) ?? Array.from({ length: 256 }, (_, byte) => characterOf(byte, encoding))
  known.set(encoding, characters)
  return characters
}

const known = new Map<string, readonly string[]>()

function characterOf(byte: number, encoding: string): string {
  try {
    return decoderOf(encoding).decode(Uint8Array.of(byte), { stream: true })
  } catch {
    return ''
  }
}
