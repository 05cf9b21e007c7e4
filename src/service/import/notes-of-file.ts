import type { RateTable } from '../rates/rate-table.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import { presetNotes } from './apply-preset.ts'
import type { RawFile } from './file/raw/raw-file.ts'
import { lowSales } from './filling/guesses/guess-offer.ts'
import { mixedUnits } from './filling/guesses/guess-unit.ts'
import { countedHomes } from './filling/offers/counted-homes.ts'
import { droppedRents } from './filling/offers/dropped-rents.ts'
import { goneHomes } from './filling/offers/gone-homes.ts'
import { rentsWithoutPeriod } from './filling/offers/rent-periods.ts'
import { rentedTypes } from './filling/offers/rented-types.ts'
import { titledOtherwise } from './filling/offers/titles.ts'
import { beforeEuro } from './filling/prices/before-euro.ts'
import { farMillions } from './filling/prices/far-millions.ts'
import { formerCurrencies } from './filling/prices/former-currencies.ts'
import { scaledPrices } from './filling/prices/scaled-prices.ts'
import { untaxedPrices } from './filling/prices/untaxed-prices.ts'
import type { JudgedFile } from './judge-file.ts'
import { buddhistYears } from './judging/dates/buddhist-years.ts'
import { joinedMonths } from './judging/dates/joined-months.ts'
import { convertedDates } from './judging/dates/other-calendars.ts'
import {
  crowdedPoint,
  datesToCome,
  type RowCounts,
  relativeDates,
  roundedPoints,
  unnamedMetres,
} from './publishing/publish-rows.ts'
import { guessedEncoding } from './reading/guessed-encoding.ts'
import type { ImportOptions } from './reading/import-options.ts'

/** What was guessed or changed in a judged file that its counts do not say, as sentences for whoever imports it. */
export async function notesOfFile(
  session: DuckSession,
  { raw, plan, preset, options, scales, styles, unit, unusedDates }: JudgedFile,
  { given, rates, counts }: { given: ImportOptions; rates: RateTable; counts: RowCounts },
): Promise<string[]> {
  return [
    ...(await presetNotes(session)),
    ...uncalculatedFormulas(raw),
    ...hiddenRows(raw),
    ...datesNotUsed(unusedDates, given),
    ...(await outlinedHomes(session, raw)),
    ...(await scaledPrices(session, scales)),
    ...(preset ? [] : await farMillions(session)),
    ...(preset ? [] : await beforeEuro(session, options.currency)),
    ...(await formerCurrencies(session)),
    ...(await datesToCome(session, given.now())),
    ...(await buddhistYears(session)),
    ...(await joinedMonths(session)),
    ...(await convertedDates(session)),
    ...unnamedMetres(counts),
    ...relativeDates(counts),
    ...(await roundedPoints(session)),
    ...(await crowdedPoint(session)),
    ...(preset ? [] : await rentsWithoutPeriod(session, plan, raw.header)),
    ...(preset ? [] : await droppedRents(session, plan)),
    ...(preset ? [] : await untaxedPrices(session, raw.header)),
    ...(preset ? [] : await mixedUnits(session, { plan, header: raw.header, namesUnits: styles.namesUnits }, unit)),
    ...(preset ? [] : await goneHomes(session, raw.header, plan)),
    ...(preset ? [] : await countedHomes(session, raw.header)),
    ...(preset ? [] : await titledOtherwise(session, raw.header)),
    ...(await guessedEncoding(session, raw, { plan, given: given.encoding })),
    ...(preset ? [] : await rentedTypes(session, options.adSubType)),
    ...(preset ? [] : await lowSales(session, plan, { options, rates })),
  ]
}

/** Says why cells with formulas are read as empty. */
function uncalculatedFormulas({ uncalculated = 0 }: RawFile): string[] {
  return uncalculated === 0
    ? []
    : [
        `formulas without a result: ${uncalculated}; the program that wrote the workbook did not calculate them, so their cells are read as empty; open it in Excel or LibreOffice, save it and import it again`,
      ]
}

function hiddenRows({ hidden = 0 }: RawFile): string[] {
  return hidden === 0
    ? []
    : [
        `rows that the sheet does not show, as where a filter hides them: ${hidden}; they count like the others, so copy the rows that are shown to a sheet of their own if only those should`,
      ]
}

function datesNotUsed(column: string | null, { date }: ImportOptions): string[] {
  return column === null
    ? []
    : [
        `"${column}" looks like dates and is not used, because --date ${date} was given; if these are the dates of the listings, give --map date=${column} instead`,
      ]
}

async function outlinedHomes(session: DuckSession, { outlined = 0 }: RawFile): Promise<string[]> {
  const [texts] = await session.rows<{ rows: number }>(
    'SELECT count(*)::INTEGER AS rows FROM cells WHERE outline_middle(point) IS NOT NULL',
  )
  const rows = outlined + (texts?.rows ?? 0)
  return rows === 0 ? [] : [`outlines in place of points: ${rows}; each home is at the middle of its outline`]
}
