import type { DuckSession } from '../../storage/duck-session.ts'
import type { ColumnPlan } from '../columns/known-columns.ts'
import type { ListingField } from '../columns/listing-fields.ts'
import type { RawFile } from '../file/raw/raw-file.ts'

const PLACES: readonly ListingField[] = ['microzone', 'macrozone', 'city', 'province', 'region']
/** Encodings that a file shows by its bytes or by a mark at its beginning, so that they are not guesses. */
const CERTAIN = /^utf-/

/** Says in which encoding names of places were read, with one of them, where that was guessed. */
export async function guessedEncoding(
  session: DuckSession,
  { text }: Pick<RawFile, 'text'>,
  { plan, given }: { readonly plan: ColumnPlan; readonly given: string | undefined },
): Promise<string[]> {
  if (text === null || given !== undefined || CERTAIN.test(text.encoding)) return []
  for (const field of PLACES) {
    if (!plan[field]) continue
    const [found] = await session.rows<{ name: string }>(
      `SELECT ${field} AS name FROM cells WHERE regexp_matches(${field}, '[^\\x00-\\x7F]') LIMIT 1`,
    )
    if (found)
      return [`names are read as ${text.encoding}, such as "${found.name}"; if they look wrong, choose with --encoding`]
  }
  return []
}
