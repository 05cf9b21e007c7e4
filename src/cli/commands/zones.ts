import { type Command, Option } from 'commander'
import { counted } from '../../domain/names/counted.ts'
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

/** `zones`: creates places from areas. */
export function addZonesCommand(root: Command, { environment }: Context): void {
  root
    .command('zones')
    .description(
      'create places from the areas in GeoJSON files, as one document or one feature a line, plain or gzipped',
    )
    .argument('<file...>')
    .addOption(new Option('--level <level>', 'level of the areas').choices(ZONE_LEVELS).makeOptionMandatory())
    .option('--name <property>', 'property with the name (default: detected)')
    .option('--country <code>', 'alpha-2 (default: country of the nearest town)', alpha2)
    .option(
      '--parent <property>',
      'property with the name of the next coarser place, or the geo_id of a place above all areas',
    )
    .option(
      '--id <property>',
      'property that identifies a place (default: areas with the same name are different places)',
    )
    .addHelpText(
      'after',
      `
An area lies below the place that --parent names; without --parent, below its country. Files can be imported in any order;
importing one twice changes nothing.

Examples:
  $ squaremetre zones districts.geojson --level macrozone --name NAME --country es
  $ squaremetre zones barrios.geojson.gz --level microzone --name NOMBRE --parent DISTRITO`,
    )
    .action(async (files: string[], options: Options) => {
      const { dataDir, logLevel } = environment()
      const log = jsonLog(logLevel)
      const reports = await importZones({ ...options, files, dataDir, log })
      for (const report of reports) printReport(report)
      // The new areas replace places that were created from names in listings.
      printMadePlaces(await makePlaces({ dataDir, towns: 'held', log }))
    })
}

function printReport({ file, features, places, cells, parents_made, skipped }: ZoneReport): void {
  print(`${file}: ${counted(features, 'area')}, ${counted(places, 'place')} on ${counted(cells, 'cell')}`)
  if (parents_made > 0) print(`  places created because areas name them as their parent: ${parents_made}`)
  for (const [reason, count] of Object.entries(skipped)) print(`  skipped, ${reason}: ${count}`)
}
