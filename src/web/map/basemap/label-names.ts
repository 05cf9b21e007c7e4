import type { ExpressionSpecification } from 'maplibre-gl'
import { namesOf } from '../../language/formats.ts'
import { speechNow } from '../../language/language.ts'

/**
 * Returns the text of towns' labels in the page's language: the tiles have a name for a language only if it differs from
 * the usual one.
 */
export function townName(): ExpressionSpecification {
  return ['coalesce', ['get', `name:${speechNow().language}`], ['get', 'name']]
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/**
 * Returns the text of countries' labels. The browser provides their names by code in the page's language; the atlas has
 * English names only, abbreviated for maps.
 */
export function countryName(): ExpressionSpecification {
  if (speechNow().language === 'en') return ['get', 'name']
  const regions = namesOf('region')
  const names = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = regions.of(code)
    return name === undefined ? [] : [code, name]
  })
  return ['match', ['get', 'code'], ...names, ['get', 'name']] as unknown as ExpressionSpecification
}
