import { foldName } from '../../../domain/names/fold-name.ts'

const PER_AREA =
  /(?:\/|\b(?:per|por|par|pro|al|za) ?)(?:m2|m²|mq|qm|sqm|sq\.? ?m|sq\.? ?ft|sqft|ft2|ft²)(?!\p{L})|[ _](?:m2|m²|mq|qm|sqm|sqft|ft2|ft²|psf|psm)$/iu
const OTHER_PERIOD =
  /\b(?:weekly|(?:per )?week|pw|annual|annually|yearly|(?:per )?(?:year|annum)|pa|daily|nightly|(?:per )?(?:day|night)|semanal|anual|annuel|hebdomadaire|jahrlich|jahresmiete|wochentlich)\b/

/**
 * Returns the basis that the name of a price column states, as a column of periods would: a unit of area, or a time other
 * than a month; null when it states none.
 */
export function basisOfColumn(name: string): 'per m2' | 'weekly or yearly' | null {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  if (PER_AREA.test(words)) return 'per m2'
  return OTHER_PERIOD.test(foldName(words)) ? 'weekly or yearly' : null
}
