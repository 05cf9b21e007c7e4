import { type Command, Option } from 'commander'
import { ZONE_LEVELS, type ZoneLevel } from '../../domain/place.ts'
import { makePlaces } from '../../service/gazetteer/make-places.ts'
import { importZones, type ZoneReport } from '../../service/zones/import-zones.ts'
import type { Context } from '../environment/context.ts'
import { jsonLog, print } from '../environment/terminal.ts'
import { alpha2 } from './alpha2.ts'
import { printMadePlaces } from './print-made-places.ts'

interface Options {
  level: ZoneLevel
  name?: string
  country?: string
  parent?: string
  id?: string
}

/** `zones`: named places from areas. */
export function addZonesCommand(root: Command, { environment }: Context): void {
  root
    .command('zones')
    .description('make named places of the areas in GeoJSON files, also gzipped')
    .argument('<file...>')
    .addOption(
      new Option('--level <level>', 'what kind of place the areas are').choices(ZONE_LEVELS).makeOptionMandatory(),
    )
    .option('--name <property>', 'property with the name; found by itself where it is clear')
    .option('--country <code>', 'alpha-2; by default that of the nearest town', alpha2)
    .option(
      '--parent <property>',
      'property with the name of the next coarser place, or the geo_id of a place above all',
    )
    .option('--id <property>', 'property that tells areas apart; by default areas of one name are several places')
    .addHelpText(
      'after',
      `
Coarser levels are best brought in before finer ones. Bringing a file in twice changes nothing.

Examples:
  $ squaremetre zones districts.geojson --level macrozone --name NAME --country es
  $ squaremetre zones barrios.geojson.gz --level microzone --name NOMBRE --parent DISTRITO`,
    )
    .action(async (files: string[], options: Options) => {
      const { dataDir, logLevel } = environment()
      const log = jsonLog(logLevel)
      const reports = await importZones({ ...options, files, dataDir, log })
      for (const report of reports) printReport(report)
      // Names that listings give to these areas give way to them.
      printMadePlaces(await makePlaces({ dataDir, towns: 'held', log }))
    })
}

function printReport({ file, features, places, cells, parents_made, skipped }: ZoneReport): void {
  print(`${file}: ${features} areas, ${places} places on ${cells} cells`)
  if (parents_made > 0) print(`  places made because areas name them as their parent: ${parents_made}`)
  for (const [reason, count] of Object.entries(skipped)) print(`  left out, ${reason}: ${count}`)
}
