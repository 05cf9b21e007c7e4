/**
 * The East Asian encoding of a text that is not UTF-8, by its WHATWG name: most of its characters are two bytes, and are
 * those that the encoding has in its block of frequent ones. `sample` is whole lines of the text. Null where it is none of
 * them, or too short to tell.
 */
export function pairedEncoding(sample: Uint8Array): string | null {
  const japanese = countPairs(sample, isShiftJisLead)
  if (japanese.has(isShiftJisFrequent) && japanese.all.some(([lead]) => lead < 0xa0)) {
    return ifReadable('shift_jis', sample)
  }
  const pairs = countPairs(sample, isLead)
  if (pairs.has(([, trail]) => trail > 0xa0)) {
    // These three have the same pairs of bytes: kana are in two rows, and Hangul ends where half of the Chinese rows come.
    if (pairs.share(isKana) >= 0.1) return ifReadable('euc-jp', sample)
    if (pairs.share(isHangul) >= 0.97) return ifReadable('euc-kr', sample)
    return pairs.share(isSimplified) >= 0.8 ? ifReadable('gb18030', sample) : null
  }
  return pairs.has(isTraditional) ? ifReadable('big5', sample) : null
}

/**
 * Whether a text is in Big5 although hardly any of its bytes from 0x80 on stand between two others, because half of the second
 * bytes are ASCII: the first bytes are never those of small letters with accents in an encoding of Latin letters.
 */
export function isBig5(sample: Uint8Array): boolean {
  const pairs = countPairs(sample, isLead)
  return (
    pairs.has(isTraditional) && pairs.share(([, trail]) => trail > 0xa0) >= 0.3 && ifReadable('big5', sample) !== null
  )
}

type Pair = readonly [lead: number, trail: number]
type IsPair = (pair: Pair) => boolean

/** Fewer different characters show nothing. */
const LEAST_PAIRS = 12
/** At least this share of a text's characters are frequent ones, or signs. */
const MOST = 0.85

const isLead = (byte: number) => byte >= 0x81 && byte <= 0xfe
const isShiftJisLead = (byte: number) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xef)
/** Signs, kana and the kanji of the first level. */
const isShiftJisFrequent: IsPair = ([lead]) => lead >= 0x81 && lead <= 0x98
const isSign: IsPair = ([lead]) => lead >= 0xa1 && lead <= 0xa3
const isKana: IsPair = ([lead]) => lead === 0xa4 || lead === 0xa5
/** With units such as ㎡, which a short table has in its header. */
const isHangul: IsPair = (pair) => isSign(pair) || pair[0] === 0xa7 || (pair[0] >= 0xb0 && pair[0] <= 0xc8)
const isSimplified: IsPair = (pair) => isSign(pair) || (pair[0] >= 0xb0 && pair[0] <= 0xd7)
const isTraditional: IsPair = ([lead, trail]) =>
  lead >= 0xa1 && lead <= 0xc6 && ((trail >= 0x40 && trail <= 0x7e) || trail >= 0xa1)

/** The different pairs of bytes of a text, so that a name in every row counts once. */
function countPairs(bytes: Uint8Array, begins: (byte: number) => boolean) {
  const seen = new Set<number>()
  for (let index = 0; index < bytes.length; index++) {
    const lead = bytes[index] ?? 0
    if (!begins(lead)) continue
    index++
    seen.add((lead << 8) | (bytes[index] ?? 0))
  }
  const all = [...seen].map((pair): Pair => [pair >> 8, pair & 0xff])
  const share = (isOne: IsPair) => (all.length < LEAST_PAIRS ? 0 : all.filter(isOne).length / all.length)
  return { all, share, has: (isOne: IsPair) => share(isOne) >= MOST }
}

function ifReadable(encoding: string, sample: Uint8Array): string | null {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(sample)
    return encoding
  } catch {
    return null
  }
}
