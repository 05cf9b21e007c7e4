import type { Command } from 'commander'
import { makePlaces } from '../../service/gazetteer/make-places.ts'
import type { Context } from '../environment/context.ts'
import { jsonLog } from '../environment/terminal.ts'
import { alpha2 } from './alpha2.ts'
import { printMadePlaces } from './print-made-places.ts'

/** `places`: named places from the names in listings and from GeoNames. */
export function addPlacesCommand(root: Command, { environment }: Context): void {
  root
    .command('places')
    .description('make named places of the names in listings, and of GeoNames’ towns where there are none')
    .argument(
      '[country...]',
      'alpha-2: these countries get towns; by default all with listings and no places',
      (code: string, before: string[] | undefined) => [...(before ?? []), alpha2(code)],
    )
    .addHelpText(
      'after',
      `
Listings whose file has columns of regions, provinces, cities, districts or neighbourhoods name places, which "import"
makes by itself. Areas brought in with "zones" go before them, and both before GeoNames' towns. A second run changes
nothing, and places keep their ids.

Examples:
  $ squaremetre places
  $ squaremetre places pt it`,
    )
    .action(async (countries: string[] | undefined) => {
      const { dataDir, logLevel } = environment()
      const towns = countries === undefined || countries.length === 0 ? 'missing' : countries
      printMadePlaces(await makePlaces({ dataDir, towns, log: jsonLog(logLevel) }))
    })
}
