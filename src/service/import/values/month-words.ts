import { foldName } from '../../../domain/names/fold-name.ts'
import { LANGUAGES } from './word-meanings.ts'

/** Without Croatian, whose listopad is October: it would take November from Polish and Czech. */
export const MONTH_LANGUAGES = LANGUAGES.filter((language) => language !== 'hr')

/**
 * Names of months with their numbers, folded, in all languages and forms of the Unicode CLDR that Node has: long and
 * short, alone ("září") and in a date ("3. ledna"). Names of different months in two languages are left out.
 */
export function monthWords(): readonly MonthWord[] {
  words ??= readMonthWords()
  return words
}

type MonthWord = readonly [word: string, month: string]
let words: readonly MonthWord[] | null = null

function readMonthWords(): MonthWord[] {
  const months = new Map<string, Set<number>>()
  const add = (name: string, month: number) => {
    const word = foldName(name).replaceAll(' ', '')
    // In Latin letters, two could be anything; พค is May.
    if (!/^(?:\p{L}{3,}|[^\p{Script=Latin}\p{N}]{2})$/u.test(word)) return
    months.set(word, (months.get(word) ?? new Set()).add(month))
  }
  for (const language of MONTH_LANGUAGES) {
    for (const month of ['long', 'short'] as const) {
      const alone = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
      const dated = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' })
      for (let i = 0; i < 12; i++) {
        const day = new Date(Date.UTC(2026, i, 3))
        add(alone.format(day), i + 1)
        for (const part of dated.formatToParts(day)) if (part.type === 'month') add(part.value, i + 1)
      }
    }
  }
  add('sept', 9)
  return [...months].flatMap(([word, numbers]) => {
    const [only] = numbers
    return numbers.size === 1 ? [[word, String(only)] as const] : []
  })
}
