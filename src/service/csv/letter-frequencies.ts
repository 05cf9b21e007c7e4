/**
 * How often the letters beyond ASCII occur in a language's text, in percent of all letters, rounded; letters that occur
 * less often are left out. After the tables of Wikipedia, "Letter frequency", with
 * estimates for ca, hu, ro, sk, hr, lv, lt, and all languages that are not written in Latin letters.
 */
export interface Letters {
  /** Single-byte encodings in which text of this language is found, by their WHATWG names or those of code pages. */
  readonly encodings: readonly string[]
  readonly percent: Readonly<Record<string, number>>
  /** How many times as likely as other languages it has to be, where it has bytes in common with a language that is more frequent. */
  readonly margin?: number
}

const WESTERN = ['windows-1252', 'ibm850', 'macintosh'] as const
const CENTRAL = ['windows-1250', 'iso-8859-2', 'ibm852'] as const

export const LETTERS: Readonly<Record<string, Letters>> = {
  es: { encodings: WESTERN, percent: { á: 0.5, é: 0.43, í: 0.73, ñ: 0.31, ó: 0.83, ú: 0.17, ü: 0.01 } },
  ca: {
    encodings: WESTERN,
    percent: { à: 0.6, è: 0.35, é: 0.6, í: 0.4, ï: 0.03, ò: 0.25, ó: 0.6, ú: 0.15, ü: 0.02, ç: 0.15, '·': 0.03 },
  },
  pt: {
    encodings: WESTERN,
    percent: {
      ...{ à: 0.07, á: 0.4, â: 0.2, ã: 0.73, ç: 0.53, é: 0.34, ê: 0.3, í: 0.3, ó: 0.3, ô: 0.15, õ: 0.1, ú: 0.2 },
    },
  },
  fr: {
    encodings: WESTERN,
    percent: {
      ...{ à: 0.49, â: 0.05, ç: 0.09, è: 0.27, é: 1.5, ê: 0.22, ë: 0.01, î: 0.05, ï: 0.01, ô: 0.02, ù: 0.06, û: 0.06 },
      œ: 0.02,
    },
  },
  de: { encodings: WESTERN, percent: { ä: 0.58, ö: 0.44, ü: 1, ß: 0.31 } },
  it: { encodings: WESTERN, percent: { à: 0.64, è: 0.26, é: 0.02, ì: 0.03, ò: 0.1, ù: 0.17 } },
  nl: { encodings: WESTERN, percent: { é: 0.05, ë: 0.04, ï: 0.02, ö: 0.01, ü: 0.01, è: 0.01 } },
  sv: { encodings: WESTERN, percent: { ä: 1.8, å: 1.34, ö: 1.31, é: 0.02 } },
  da: { encodings: WESTERN, percent: { æ: 0.87, å: 1.19, ø: 0.94, é: 0.02 } },
  // Its ð, þ and ý are the bytes of the Turkish ğ, ş and ı.
  is: {
    encodings: WESTERN,
    margin: 8000,
    percent: { á: 1.8, ð: 4.39, é: 0.65, í: 1.57, ó: 0.99, ö: 0.78, ú: 0.61, ý: 0.23, þ: 1.46, æ: 0.87 },
  },
  pl: {
    encodings: CENTRAL,
    percent: { ą: 0.7, ć: 0.74, ę: 1.04, ł: 2.11, ń: 0.36, ó: 1.14, ś: 0.81, ź: 0.08, ż: 0.71 },
  },
  cs: {
    encodings: CENTRAL,
    percent: {
      ...{ á: 0.87, č: 0.46, ď: 0.02, é: 0.63, ě: 1.22, í: 1.64, ň: 0.01, ó: 0.02, ř: 0.38, š: 0.69, ť: 0.01 },
      ...{ ú: 0.05, ů: 0.2, ý: 1, ž: 0.72 },
    },
  },
  sk: {
    encodings: CENTRAL,
    percent: {
      ...{ á: 1.5, ä: 0.1, č: 0.9, ď: 0.2, é: 0.7, í: 0.9, ľ: 0.4, ň: 0.2, ó: 0.2, ô: 0.15, š: 0.6, ť: 0.4 },
      ...{ ú: 0.8, ý: 0.9, ž: 0.7 },
    },
  },
  hu: {
    encodings: CENTRAL,
    percent: { á: 3.4, é: 3.4, í: 0.5, ó: 1.3, ö: 0.8, ő: 0.8, ú: 0.3, ü: 0.4, ű: 0.1 },
  },
  ro: { encodings: CENTRAL, percent: { ă: 3.5, â: 0.5, î: 1.2, ş: 1.2, ţ: 1 } },
  hr: { encodings: CENTRAL, percent: { č: 1.2, ć: 0.9, đ: 0.3, š: 1.1, ž: 0.7 } },
  lv: {
    encodings: ['windows-1257'],
    percent: { ā: 3.9, č: 0.1, ē: 1.8, ģ: 0.2, ī: 1.8, ķ: 0.2, ļ: 0.3, ņ: 0.6, š: 1, ū: 0.4, ž: 0.2 },
  },
  lt: {
    encodings: ['windows-1257'],
    percent: { ą: 0.9, č: 0.4, ę: 0.2, ė: 1.7, į: 0.5, š: 1.3, ų: 1.4, ū: 0.5, ž: 0.9 },
  },
  tr: {
    encodings: ['windows-1254'],
    percent: { ç: 1.16, ğ: 1.13, ı: 5.11, İ: 0.5, ö: 0.78, ş: 1.78, ü: 1.85 },
  },
  ru: {
    encodings: ['windows-1251', 'koi8-r', 'ibm866'],
    percent: {
      ...{ о: 11, е: 8.5, а: 8, и: 7.4, н: 6.7, т: 6.3, с: 5.5, р: 4.7, в: 4.5, л: 4.4, к: 3.5, м: 3.2, д: 3, п: 2.8 },
      ...{ у: 2.6, я: 2, ы: 1.9, ь: 1.7, г: 1.7, з: 1.7, б: 1.6, ч: 1.4, й: 1.2, х: 1, ж: 0.9, ш: 0.7, ю: 0.6 },
      ...{ ц: 0.5, щ: 0.4, э: 0.3, ф: 0.3, ъ: 0.04, ё: 0.04 },
    },
  },
  uk: {
    encodings: ['windows-1251', 'koi8-u'],
    percent: {
      ...{ о: 9.4, а: 8.3, н: 6.8, и: 6.2, і: 5.7, в: 5.4, т: 5, е: 4.9, р: 4.8, с: 4, к: 4, л: 3.8, у: 3.4, д: 3.2 },
      ...{ м: 3, п: 2.9, я: 2.4, з: 2.2, ь: 1.8, г: 1.6, ч: 1.4, б: 1.7, х: 1.1, ц: 0.9, ю: 0.8, ж: 0.8, й: 1.3 },
      ...{ ї: 0.7, є: 0.5, ф: 0.3, ш: 0.8, щ: 0.5, ґ: 0.01 },
    },
  },
  bg: {
    encodings: ['windows-1251'],
    percent: {
      ...{
        а: 11.8,
        и: 9,
        о: 8.9,
        е: 8.3,
        т: 7,
        н: 6.8,
        р: 5.6,
        с: 5.3,
        в: 4.7,
        л: 3.4,
        д: 3.3,
        к: 3.2,
        п: 2.8,
        м: 2.5,
      },
      ...{ з: 2.2, ъ: 1.6, б: 1.5, я: 1.7, г: 1.5, у: 1.5, ч: 1.5, й: 0.8, ц: 0.7, х: 0.7, ж: 0.7, щ: 0.6, ш: 0.4 },
      ...{ ф: 0.2, ю: 0.2, ь: 0.02 },
    },
  },
  el: {
    encodings: ['windows-1253', 'iso-8859-7'],
    percent: {
      ...{ α: 10, ο: 8.2, ε: 8, τ: 7.9, ι: 7.9, ν: 6.6, σ: 5, η: 4.5, ρ: 4.2, κ: 4.2, υ: 4.1, π: 4, ς: 4, μ: 3.4 },
      ...{ λ: 2.8, ω: 1.9, γ: 1.8, δ: 1.8, θ: 1.2, χ: 1.2, φ: 0.9, β: 0.7, ξ: 0.5, ζ: 0.4, ψ: 0.2, ά: 2, έ: 1.6 },
      ...{ ή: 1.4, ί: 2.4, ό: 2.4, ύ: 1.1, ώ: 1 },
    },
  },
  he: {
    encodings: ['windows-1255'],
    percent: {
      ...{ י: 10.4, ו: 10.4, ה: 10, ל: 7.4, א: 6.3, ר: 5.6, ב: 4.7, ת: 4.8, ש: 4.4, מ: 4.6, ם: 3, נ: 2.9, ן: 1.5 },
      ...{
        ע: 3.2,
        ד: 2.6,
        ק: 2.1,
        כ: 2.4,
        ח: 2.5,
        פ: 1.7,
        ס: 1.5,
        ט: 1.3,
        ג: 1.2,
        צ: 1,
        ז: 1.3,
        ך: 0.8,
        ף: 0.2,
        ץ: 0.2,
      },
    },
  },
  ar: {
    encodings: ['windows-1256'],
    percent: {
      ...{ ا: 12.5, ل: 11, ي: 6.5, م: 6.5, و: 6, ن: 6, ر: 5, ت: 4.5, ب: 4, ع: 3.5, د: 3.3, س: 3, ة: 3.5, ه: 3, ف: 2.7 },
      ...{
        ك: 2.2,
        ق: 2.4,
        ح: 2.2,
        ج: 1.6,
        ش: 1.6,
        ط: 1.2,
        ص: 1.2,
        أ: 2.5,
        خ: 1,
        إ: 0.8,
        ى: 0.8,
        ذ: 0.7,
        ض: 0.7,
        ز: 0.9,
      },
      ...{ ث: 0.6, غ: 0.6, ء: 0.4, ئ: 0.3, آ: 0.2, ؤ: 0.1, ظ: 0.2 },
    },
  },
  th: {
    encodings: ['windows-874'],
    percent: {
      ...{
        า: 6.5,
        น: 6,
        ร: 6,
        อ: 5,
        ก: 5,
        เ: 4.6,
        ง: 4.2,
        ม: 3.8,
        ย: 3.3,
        ว: 3.3,
        ล: 3.2,
        ด: 3,
        ท: 2.9,
        ส: 2.6,
        ต: 2.5,
      },
      ...{ ะ: 2.3, ป: 2.1, บ: 2.1, ค: 2, ห: 2, แ: 1.9, จ: 1.8, พ: 1.7, ช: 1.6, ข: 1.4, ใ: 1.3, ไ: 1.1, โ: 1, ผ: 0.7 },
      ...{ ซ: 0.7, ถ: 0.7, ณ: 0.6, ศ: 0.6, ธ: 0.5, ภ: 0.4, ญ: 0.4, ฐ: 0.2, ฟ: 0.3, ษ: 0.3 },
      ...{ '\u0e31': 3.8, '\u0e48': 3.6, '\u0e49': 3, '\u0e34': 2.5, '\u0e35': 2.4, '\u0e38': 1.2, '\u0e39': 1.1 },
      ...{ '\u0e37': 1, ำ: 1, '\u0e4c': 1, '\u0e47': 0.7, '\u0e36': 0.5 },
    },
  },
}
