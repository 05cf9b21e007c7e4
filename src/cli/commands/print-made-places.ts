import type { MadePlaces } from '../../service/gazetteer/make-places.ts'
import { print, say } from '../environment/terminal.ts'

/** Prints what places were made of, and says which countries have none. */
export function printMadePlaces({ made, nameless }: MadePlaces): void {
  for (const { country, source, places, cells, given_way } of made) {
    const instead = given_way > 0 ? `; ${given_way} names are places with borders already` : ''
    print(`${country}: ${places} places on ${cells} cells, from ${source}${instead}`)
  }
  if (nameless.length > 0) {
    say(`No place is named in ${nameless.join(', ')}: "squaremetre places" makes GeoNames' towns.`)
  }
}
