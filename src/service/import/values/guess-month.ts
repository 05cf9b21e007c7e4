import { MONTH_LANGUAGES } from './month-words.ts'

/** The months (1 to 12) by name in lower case without accents, whole or as its first three letters in English. */
const MONTHS: ReadonlyMap<string, number> = monthNames()

/** The month, such as 2019-04, that the rows of a file without dates are of, and where it comes from. */
export interface GuessedMonth {
  readonly month: string
  readonly from: 'the file’s name' | 'when the file last changed'
}

/**
 * Guesses the month of a file without dates: the one in its name (`flats-april-2019.csv`, `2019-04.csv`), the last month
 * of a year in its name that is over, or else the month in which the file last changed.
 */
export function guessMonth(name: string, changed: Date): GuessedMonth {
  const words = fold(name).split(/[^a-z0-9]+/)
  const fromName = monthIn(words) ?? lastMonthOfYear(words, changed)
  return fromName === null
    ? { month: changed.toISOString().slice(0, 7), from: 'when the file last changed' }
    : { month: fromName, from: 'the file’s name' }
}

function monthIn(words: readonly string[]): string | null {
  for (const [i, word] of words.entries()) {
    const [, packedYear = '', packedMonth = ''] = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(?:\d{2})?$/.exec(word) ?? []
    if (packedYear !== '') return `${packedYear}-${packedMonth}`
    const [, monthWord = '', joinedYear = ''] = /^([a-z]+)((?:19|20)\d{2})$/.exec(word) ?? []
    const joined = MONTHS.get(monthWord)
    if (joined !== undefined) return monthText(joinedYear, joined)
    if (!isYear(word)) continue
    for (const near of [words[i - 1], words[i + 1]]) {
      const month = near === undefined ? undefined : (MONTHS.get(near) ?? monthNumber(near))
      if (month !== undefined) return monthText(word, month)
    }
  }
  return null
}

function lastMonthOfYear(words: readonly string[], changed: Date): string | null {
  const years = words.filter((word) => isYear(word) && Number(word) < changed.getUTCFullYear())
  const newest = years.sort().at(-1)
  return newest === undefined ? null : `${newest}-12`
}

function isYear(word: string): boolean {
  return /^(19[89]|20\d)\d$/.test(word)
}

function monthNumber(word: string): number | undefined {
  return /^(0[1-9]|1[0-2])$/.test(word) ? Number(word) : undefined
}

function monthText(year: string, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

function monthNames(): Map<string, number> {
  const names = new Map<string, number>()
  for (const language of MONTH_LANGUAGES) {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
    for (let month = 12; month >= 1; month--) {
      const name = fold(format.format(new Date(Date.UTC(2020, month - 1, 1))))
      names.set(name, month)
      if (language === 'en') names.set(name.slice(0, 3), month)
    }
  }
  return names
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
