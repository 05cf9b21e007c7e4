import type { DuckSession } from '../../../storage/duck-session.ts'
import rentedTypesSql from './rented-types.sql?raw'

/** Names the types that made rows rents where no column says what is for sale and what for rent. */
export async function rentedTypes(session: DuckSession, adSubType: string | undefined): Promise<string[]> {
  if (adSubType !== undefined) return []
  const types = await session.rows<{ type: string; homes: number }>(rentedTypesSql)
  const named = types.map(({ type, homes }) => `${homes} of type ${type}`)
  return named.length === 0 ? [] : [`for rent by their type, since nothing else says so: ${named.join(', ')}`]
}
