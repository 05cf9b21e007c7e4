import type { Command } from 'commander'
import { loadedRates, loadRates, ratesFile, ratesInForce } from '../../service/rates/exchange-rates.ts'
import type { RateTable } from '../../service/rates/rate-table.ts'
import { BUILT_IN_RATES, ratesAt } from '../../service/rates/rates.ts'
import { workAlone } from '../../service/storage/work-lock.ts'
import type { Context } from '../environment/context.ts'
import { clockOf } from '../environment/environment.ts'
import { print, printTable, say } from '../environment/terminal.ts'

/** `rates`: shows or loads exchange rates. */
export function addRatesCommand(root: Command, { environment }: Context): void {
  root
    .command('rates')
    .description('show the exchange rates in force, or load dated rates from a file')
    .argument('[file]', 'CSV: eurofxref-hist.csv of the European Central Bank, or columns date,currency,rate')
    .addHelpText(
      'after',
      `
A rate is the number of units of a currency that one euro buys; each day of a file needs a rate for USD. A loaded file
replaces the one loaded before, and its currencies replace their built-in rates. Each period is converted with the newest
rates on or before its last day, so the next "build" rebuilds periods whose rates have changed.

Examples:
  $ squaremetre rates
  $ squaremetre rates eurofxref-hist.csv && squaremetre build`,
    )
    .action(async (file: string | undefined) => {
      const settings = environment()
      const { dataDir } = settings
      if (file !== undefined) {
        const work = { dataDir, task: 'load of rates', onWait: say }
        printSpan('loaded', await workAlone(work, async () => loadRates(dataDir, file)))
        say('Run "squaremetre build" to convert prices with them.')
        return
      }
      printSpan('built in', BUILT_IN_RATES)
      const loaded = loadedRates(dataDir)
      if (loaded) printSpan(`loaded, ${ratesFile(dataDir)}`, loaded)
      printRates(ratesInForce(dataDir), clockOf(settings)().toISOString().slice(0, 10))
    })
}

function printSpan(name: string, table: RateTable): void {
  const days = (table.get('USD')?.quotes ?? []).map(({ day }) => day)
  print(`${name}: ${table.size} currencies, ${days.length} days from ${days[0]} to ${days.at(-1)}`)
}

/** Prints a table of a day's rates. */
function printRates(table: RateTable, today: string): void {
  const { fx_date, fx_dates, usd_per_unit } = ratesAt(today, table)
  print(`in force on ${today}: rates of ${fx_date} and before`)
  const rows = Object.entries(usd_per_unit).map(([currency, usd]) => ({
    currency,
    usd: usd.toPrecision(6),
    per_euro: ((usd_per_unit.EUR ?? Number.NaN) / usd).toPrecision(6),
    day: fx_dates[currency] ?? '',
  }))
  rows.sort((a, b) => (a.currency < b.currency ? -1 : 1))
  printTable(rows, ['currency', 'usd', 'per_euro', 'day'])
}
