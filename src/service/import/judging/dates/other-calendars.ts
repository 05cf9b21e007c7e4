import { VARCHAR } from '@duckdb/node-api'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { type Calendar, calendarOf, dayOfCalendar } from '../../values/calendars.ts'
import glanceSql from './calendar-glance.sql?raw'

/** The share of a file's dates that must have years of one calendar, and of its points that must lie where people use it. */
const ALMOST_ALL = 0.95
const MOST = 0.9

interface Glance {
  readonly dates: readonly string[]
  readonly in_persia: number | null
  readonly in_arabia: number | null
}

/**
 * Fills table `converted_date` with the days of the common era that the dates of a file in Iran, Afghanistan or Arabia are,
 * if these have years of the calendar there. A month of another calendar lies in two, and is not converted.
 */
export async function convertCalendars(session: DuckSession): Promise<void> {
  const [glance] = await session.rows<Glance & { dates: readonly string[] | null }>(glanceSql)
  const calendar = glance?.dates ? calendarAt({ ...glance, dates: glance.dates }) : null
  if (calendar === null) return
  const converted = await session.append('converted_date', [VARCHAR, VARCHAR])
  for await (const chunk of session.chunks('SELECT DISTINCT date FROM cells WHERE date IS NOT NULL')) {
    for (const cell of chunk.getColumnValues(0) as string[]) {
      const day = calendarOf(cell) === calendar ? dayOfCalendar(cell, calendar) : null
      if (day !== null) converted.add([cell, day])
    }
  }
  converted.close()
}

function calendarAt({ dates, in_persia, in_arabia }: Glance): Calendar | null {
  const of = dates.map(calendarOf)
  const isUsed = (calendar: Calendar, near: number | null) =>
    (near ?? 0) >= MOST && of.filter((each) => each === calendar).length >= ALMOST_ALL * of.length
  if (isUsed('persian', in_persia)) return 'persian'
  return isUsed('islamic-umalqura', in_arabia) ? 'islamic-umalqura' : null
}

/**
 * Rejects dates such as 03/11/03 in table `judged` of a file in or near Iran and Afghanistan, where 03 can be the year 1403,
 * unless one of them begins with a number that is only a day: 24/11/03.
 */
export async function rejectShortYears(session: DuckSession): Promise<void> {
  const [glance] = await session.rows<Glance>(glanceSql)
  if ((glance?.in_persia ?? 0) < MOST) return
  await session.run(
    `UPDATE judged SET reason = 'date that could be of the Persian or the Islamic calendar'
    WHERE reason IS NULL AND n IN (SELECT n FROM cells WHERE is_short(date))
      AND (SELECT bool_and(date < '10' OR date >= '69') FROM cells WHERE is_short(date))`,
  )
}

/** Reports that dates were converted, with one as an example: only their years and the place show which calendar was meant. */
export async function convertedDates(session: DuckSession): Promise<string[]> {
  const [date] = await session.rows<{ cell: string; day: string }>('FROM converted_date ORDER BY cell LIMIT 1')
  if (!date) return []
  const name = calendarOf(date.cell) === 'persian' ? 'Persian' : 'Islamic'
  return [`dates of the ${name} calendar are converted, such as ${date.cell} to ${date.day}`]
}
