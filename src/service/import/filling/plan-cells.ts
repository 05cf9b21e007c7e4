import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { DuckSession } from '../../storage/duck-session.ts'
import { type ColumnPlan, columnOf, hasDates, rivalColumns, scaleOfPrices } from '../columns/known-columns.ts'
import { planColumns } from '../columns/plan-columns.ts'
import type { RawFile } from '../file/raw/raw-file.ts'
import { type ImportOptions, requireFields } from '../reading/import-options.ts'
import { type GuessedMonth, guessMonth } from '../values/guess-month.ts'
import { areasByType } from './columns/areas-by-type.ts'
import { addColumnsByValue } from './columns/columns-by-value.ts'
import { refuseHemispheres } from './columns/hemispheres.ts'
import { setNamesAside } from './columns/repeated-names.ts'
import { setTotalsAside } from './columns/totals.ts'
import { basisOfRents, setUnitsAside, withUnits } from './columns/units-row.ts'
import { createCells } from './create-cells.ts'
import { setJointSalesAside } from './offers/joint-sales.ts'
import { withNights } from './offers/nights.ts'
import { setSharesAside } from './offers/shares.ts'

/** Where the cells of a file come from, and which of these decisions are guesses. */
export interface PlannedCells {
  readonly plan: ColumnPlan
  /** The month of a file without dates. */
  readonly guessed: GuessedMonth | null
  /** Fields whose columns were recognised by their values, because their names are not known. */
  readonly byValue: ReadonlySet<keyof ColumnPlan>
  /** A column whose values look like dates, where one date was given for all rows. */
  readonly unusedDates: string | null
  /** The scale of the price columns, if they state one. */
  readonly scales: ReturnType<typeof scaleOfPrices>
}

/** Creates view `cells` from the columns that names, values and options show; guesses the month if that is wanted. */
export async function planCells(
  session: DuckSession,
  raw: RawFile,
  file: string,
  options: ImportOptions,
): Promise<PlannedCells> {
  // Without rows that can be read, a column of dates is not empty, but still to be filled.
  const filled =
    raw.rows === raw.malformed.length ? undefined : await countFilled(session, raw.header, rivalColumns(raw.header))
  const named = planColumns(raw.header, options.map ?? {}, filled)
  const { plan: valued, byValue, unusedDates } = await addColumnsByValue(session, raw.header, named, options)
  const units = await setUnitsAside(session, raw.header, valued)
  const plan = withNights(withUnits(valued, units, options.map ?? {}), raw.header, options.adSubType)
  await refuseHemispheres(session, raw.header, plan)
  await setNamesAside(session, raw, plan)
  await setSharesAside(session, raw.header)
  await setTotalsAside(session, raw.header)
  // Without a preset by request, each row is a sale of its own.
  if (options.preset !== 'none') await setJointSalesAside(session, raw.header, plan)
  const guessed = guessesMonth(plan, options) ? guessMonth(basename(file), statSync(file).mtime) : null
  const isOfTown = columnOf(named.month) !== null && columnOf(named.month) === columnOf(named.microzone)
  const built = named.year && !plan.year && !isOfTown ? named.year : null
  requireFields(plan, raw, { ...options, date: guessed?.month ?? options.date, built })
  const scales = scaleOfPrices(plan, raw.header, units)
  const areas = await areasByType(session, raw.header, plan, options.map ?? {})
  await createCells(session, plan, { scales, areas, header: raw.header })
  const basis = basisOfRents(plan, raw.header, units)
  if (basis !== null) await session.run("INSERT INTO constant VALUES ('rent_period', $basis)", { basis })
  return { plan, guessed, byValue, unusedDates, scales }
}

function guessesMonth(plan: ColumnPlan, { date, guessDate }: ImportOptions): boolean {
  return guessDate === true && date === undefined && !hasDates(plan)
}

/** How many cells of some columns are known, without names of the columns that are repeated below the header. */
async function countFilled(
  session: DuckSession,
  header: readonly string[],
  columns: readonly number[],
): Promise<Map<number, number>> {
  if (columns.length === 0) return new Map()
  const counts = columns.map((column) => `count(nullif(present(c${column}::VARCHAR), $name${column}))`).join(', ')
  const names = Object.fromEntries(columns.map((column) => [`name${column}`, header[column] ?? '']))
  const [row] = await session.rows<{ counts: bigint[] }>(`SELECT [${counts}] AS counts FROM raw`, names)
  return new Map(columns.map((column, i) => [column, Number(row?.counts[i] ?? 0)]))
}
