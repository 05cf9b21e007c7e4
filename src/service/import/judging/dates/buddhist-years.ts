import type { DuckSession } from '../../../storage/duck-session.ts'

/** Says, with one of them, that dates had years of the Buddhist era, which nothing but the years shows. */
export async function buddhistYears(session: DuckSession): Promise<string[]> {
  const [date] = await session.rows<{ cell: string; text: string }>(
    'SELECT cell, text FROM date_text WHERE is_of_era ORDER BY cell LIMIT 1',
  )
  if (!date) return []
  return [`years of the Buddhist era are converted, such as ${date.cell} to ${date.text}`]
}
