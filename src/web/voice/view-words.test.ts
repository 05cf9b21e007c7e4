import { afterEach, expect, test } from 'vitest'
import { areaFigures } from '../areas/spread/area-figures.ts'
import { loadCatalogue } from '../language/catalogues.ts'
import { speak } from '../language/language.ts'
import { viewWords } from './view-words.ts'

afterEach(() => speak({ language: 'en', locale: 'en', catalogue: {} }))

const { counts } = areaFigures([], 'median_price')

test.each([
  ['en', '3 hexagons in view: 3 with figures, 1 of them estimated.'],
  ['es', '3 hexágonos a la vista: 3 con cifras, 1 de ellos estimado.'],
  ['fr', '3 hexagones dans la vue\u202f: 3 avec des chiffres, dont 1 estimé.'],
])('one estimated hexagon is not spoken of as several: %s', async (language, words) => {
  speak({ language, locale: language, catalogue: await loadCatalogue(language) })
  expect(viewWords({ counts: { ...counts, observed: 2, estimated: 1 }, edition: null }, null, 'listings')).toBe(words)
})
