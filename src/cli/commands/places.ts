import type { Command } from 'commander'
import { makePlaces } from '../../service/gazetteer/make-places.ts'
import type { Context } from '../environment/context.ts'
import { jsonLog, say } from '../environment/terminal.ts'
import { fetchListings } from '../serving/fetch-listings.ts'
import { alpha2 } from './alpha2.ts'
import { printMadePlaces } from './print-made-places.ts'

/** `places`: creates places from the names in listings and from GeoNames. */
export function addPlacesCommand(root: Command, { environment }: Context): void {
  root
    .command('places')
    .description('create places from the names in listings, or from GeoNames’ towns where listings have none')
    .argument(
      '[country...]',
      'alpha-2 codes of countries that get towns (default: all with listings but no places)',
      (code: string, before: string[] | undefined) => [...(before ?? []), alpha2(code)],
    )
    .addHelpText(
      'after',
      `
"import" already creates places from columns of regions, provinces, cities, districts or neighbourhoods. Areas from
"zones" take precedence over them, and both over GeoNames' towns. A second run changes nothing; places keep their ids.

Examples:
  $ squaremetre places
  $ squaremetre places pt it`,
    )
    .action(async (countries: string[] | undefined) => {
      const settings = environment()
      const { dataDir, logLevel } = settings
      await fetchListings(settings)
      const towns = countries === undefined || countries.length === 0 ? 'missing' : countries
      const places = await makePlaces({ dataDir, towns, log: jsonLog(logLevel) })
      printMadePlaces(places)
      if (places.made.length === 0 && places.nameless.length === 0) {
        say(`No place was created: ${dataDir} has no listings, or all of their countries already have places.`)
      }
    })
}
