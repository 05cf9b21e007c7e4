import { foldName } from '../../../domain/names/fold-name.ts'
import { isLongEnough } from '../../../domain/names/name-context.ts'

const KINDS = [
  'neighbou?rhood|district|borough|suburb|quarter|city|town|village|county|municipality|province|region|state',
  'barrio|distrito|colonia|urbanizacion|ciudad|municipio|provincia|comunidad|comunitat|barri|districte|ciutat',
  'quartier|arrondissement|ville|commune|departement',
  'stadtteil|stadtbezirk|ortsteil|bezirk|viertel|kiez|stadt|gemeinde|landkreis|kreis',
  'quartiere|rione|citta|comune|regione|bairro|freguesia|concelho|cidade|wijk|buurt|stad|gemeente|provincie',
].join('|')
const LINKS = 'of(?: the)?|de(?: la| las| los| l)?|d|del|du|des|da|do|dos|das|di|della|von|van'
const BEFORE = new RegExp(`^(?:the )?(?:${KINDS}) (?:(?:${LINKS}) )?(.+)$`)
const AFTER = new RegExp(`^(.+) (?:${KINDS})$`)
/** Joined to a name by an apostrophe, which folding removes. */
const ARTICLE = /(?<!\p{L})([ld])['’]/giu

/**
 * Returns a text without a word that says what kind of place is meant, folded: `salamanca` for "Barrio de Salamanca"; null
 * without such a word.
 */
export function withoutKind(typed: string): string | null {
  const text = foldName(typed.replaceAll(ARTICLE, '$1 '))
  const name = (BEFORE.exec(text) ?? AFTER.exec(text))?.[1]
  return name !== undefined && isLongEnough(name) ? name : null
}
