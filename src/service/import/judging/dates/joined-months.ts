import type { DuckSession } from '../../../storage/duck-session.ts'

/** Says, with one of them, that dates such as May19 are months, because they could be days without a year. */
export async function joinedMonths(session: DuckSession): Promise<string[]> {
  const [date] = await session.rows<{ cell: string; text: string }>(
    'SELECT cell, text FROM date_text WHERE is_joined_month ORDER BY cell LIMIT 1',
  )
  return date ? [`dates are months and the last digits of years, such as ${date.cell} (${date.text})`] : []
}
