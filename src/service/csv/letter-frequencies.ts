/**
 * How often the letters beyond ASCII occur in a language's text, in percent of all letters, rounded; letters that occur
 * less often are left out. After the tables of Wikipedia, "Letter frequency", with
 * estimates for ca, hu, ro, sk and hr, which it leaves out.
 */
export interface Letters {
  /** Single-byte encodings in which text of this language is found, by their WHATWG names. */
  readonly encodings: readonly string[]
  readonly percent: Readonly<Record<string, number>>
}

const WESTERN = ['windows-1252'] as const
const CENTRAL = ['windows-1250', 'iso-8859-2'] as const

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
  tr: {
    encodings: ['windows-1254'],
    percent: { ç: 1.16, ğ: 1.13, ı: 5.11, İ: 0.5, ö: 0.78, ş: 1.78, ü: 1.85 },
  },
}
