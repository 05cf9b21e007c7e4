import { foldName } from '../../../domain/names/fold-name.ts'

const PER_AREA =
  /(?:\/|\b(?:per|por|par|pro|al|za) ?)(?:m2|m²|mq|qm|sqm|sq\.? ?m|sq\.? ?ft|sqft|ft2|ft²)(?!\p{L})|[ _](?:m2|m²|mq|qm|sqm|sqft|ft2|ft²|psf|psm)$/iu
const OTHER_PERIOD =
  /\b(?:weekly|(?:per )?week|pw|annual|annually|yearly|(?:per )?(?:year|annum)|pa|daily|nightly|(?:per )?(?:day|night)|semanal|anual|annuel|hebdomadaire|jahrlich|jahresmiete|wochentlich)\b/

/** After a slash or a word for it, as in Rent (AED/yr): by themselves, these words are names too (Preis Jahr 2024). */
const PER_OTHER_PERIOD =
  /(?:\/|\b(?:per|por|par|pro|al|za) ?) ?(?:yr|year|wk|week|w|day|night|jahr|woche|tag|nacht|an|annee|semaine|jour|nuit|ano|semana|dia|noche|anno|settimana|jaar|rok)(?!\p{L})|[/／毎每][年週周日]|年額|p\.a\.|yıllık|haftalık/u
const BY_MONTH =
  /\b(?:per month|calendar month|monthly|pcm|monatlich|mensuel|mensual|mensal|mensile)\b|(?:\/|\b(?:per|por|par|pro|al|za) ?) ?(?:month|mth|mo|monat|mois|mes|mese|maand|mies|mc)(?!\p{L})|[/／毎每]月|月額/u

/**
 * Returns the basis that the name of a price column states, as a column of periods would: a unit of area, or a time other
 * than a month; null when it states none.
 */
export function basisOfColumn(name: string): 'per m2' | 'weekly or yearly' | null {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  if (PER_AREA.test(words)) return 'per m2'
  return OTHER_PERIOD.test(foldName(words)) || PER_OTHER_PERIOD.test(unmarked(words)) ? 'weekly or yearly' : null
}

/** Whether the name of a price column, or the unit below it, says "by the month". */
export function isByMonth(name: string): boolean {
  return BY_MONTH.test(unmarked(name))
}

/** In lower case and without accents, but with slashes, which names lose when they are folded. */
function unmarked(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
}
