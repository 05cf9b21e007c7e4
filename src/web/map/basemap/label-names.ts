import type { ExpressionSpecification } from 'maplibre-gl'
import { namesOf } from '../../language/formats.ts'
import { speechNow } from '../../language/language.ts'

/** Returns what the labels of towns say in the language in force: the tiles have names that differ from the usual one. */
export function townName(): ExpressionSpecification {
  return ['coalesce', ['get', `name:${speechNow().language}`], ['get', 'name']]
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Returns what the labels of countries say: the browser knows their names by code. The atlas's own are in English, made for maps. */
export function countryName(): ExpressionSpecification {
  if (speechNow().language === 'en') return ['get', 'name']
  const regions = namesOf('region')
  const names = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = regions.of(code)
    return name === undefined ? [] : [code, name]
  })
  return ['match', ['get', 'code'], ...names, ['get', 'name']] as unknown as ExpressionSpecification
}
