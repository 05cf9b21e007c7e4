import { counted } from '../../domain/names/counted.ts'
import type { MadePlaces } from '../../service/gazetteer/make-places.ts'
import { NAME_LENGTH_MOST } from '../../service/zones/zone-levels.ts'
import { print, say } from '../environment/terminal.ts'

/** Prints which places were created and from what, and which countries have none. */
export function printMadePlaces({ made, nameless, odd }: MadePlaces): void {
  for (const { country, source, places, cells, given_way } of made) {
    const have = given_way === 1 ? 'name already has a place' : 'names already have places'
    const instead = given_way > 0 ? `; ${given_way} ${have} with borders` : ''
    print(`${country}: ${counted(places, 'place')} on ${counted(cells, 'cell')}, from ${source}${instead}`)
  }
  if (odd.listings > 0) {
    say(
      `Names of places longer than ${NAME_LENGTH_MOST} characters were left out: ${odd.listings}, such as one that begins with "${odd.sample}".`,
    )
  }
  if (nameless.length > 0) {
    say(`No listings in ${nameless.join(', ')} name a place. Run "squaremetre places" to add GeoNames' towns.`)
  }
}
