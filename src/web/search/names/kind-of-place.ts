import { foldName } from '../../../domain/names/fold-name.ts'
import { isLongEnough } from '../../../domain/names/name-context.ts'
import type { Level } from '../../../domain/place.ts'

/** Words for kinds of places, and the levels that a service may give them. */
const KINDS: readonly (readonly [words: string, levels: readonly Level[]])[] = [
  [
    'neighbou?rhood|district|borough|suburb|quarter|barrio|distrito|colonia|urbanizacion|barri|districte|quartier|' +
      'arrondissement|stadtteil|stadtbezirk|ortsteil|bezirk|viertel|kiez|quartiere|rione|bairro|freguesia|wijk|buurt',
    ['macrozone', 'microzone'],
  ],
  [
    'city|town|village|municipality|ciudad|municipio|ciutat|ville|commune|stadt|gemeinde|citta|comune|concelho|cidade|' +
      'stad|gemeente',
    ['city'],
  ],
  ['county|province|provincia|departement|landkreis|kreis|provincie', ['province']],
  ['region|state|comunidad|comunitat|regione', ['region']],
]
const LINKS = 'of(?: the)?|de(?: la| las| los| l)?|d|del|du|des|da|do|dos|das|di|della|von|van'
const PATTERNS = KINDS.map(([words, levels]) => ({
  levels,
  before: new RegExp(`^(?:the )?(?:${words}) (?:(?:${LINKS}) )?(.+)$`),
  after: new RegExp(`^(.+) (?:${words})$`),
}))
/** An article that an apostrophe joins to a name; folding removes the apostrophe. */
const ARTICLE = /(?<!\p{L})([ld])['’]/giu

/** A name without the word for its kind, folded, and the levels of that kind. */
export interface NameOfKind {
  readonly name: string
  readonly levels: readonly Level[]
}

/** Reads a text with a word that says what kind of place is meant: `salamanca`, a part of a city, for "Barrio de Salamanca"; null without. */
export function readKind(typed: string): NameOfKind | null {
  const text = foldName(typed.replaceAll(ARTICLE, '$1 '))
  for (const { before, after, levels } of PATTERNS) {
    const name = (before.exec(text) ?? after.exec(text))?.[1]
    if (name !== undefined && isLongEnough(name)) return { name, levels }
  }
  return null
}
