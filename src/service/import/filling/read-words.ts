import { VARCHAR } from '@duckdb/node-api'
import type { DuckSession } from '../../storage/duck-session.ts'
import type { ColumnPlan } from '../columns/known-columns.ts'
import type { ListingField } from '../columns/listing-fields.ts'
import { meaningOf, offerOfType, WORD_FIELDS } from '../values/word-meanings.ts'
import offersSql from './offers/offers.sql?raw'

/**
 * Fills table `listing_word` with the meanings of the texts that the cells have, and takes the price of rents from their
 * own column, where there is one.
 */
export async function readWords(session: DuckSession, plan: ColumnPlan): Promise<void> {
  const words = await session.append('listing_word', [VARCHAR, VARCHAR, VARCHAR])
  const note = (field: string, text: string, meaning: string | null) => {
    if (meaning !== null) words.add([field, text, meaning])
  }
  const registered = await registeredTypes(session)
  for (const field of WORD_FIELDS) {
    if (!plan[field] && (await hasNone(session, field))) continue
    for await (const text of differentTexts(session, field)) {
      const isType = field === 'property_type'
      note(field, text, (isType && registered?.[text]) || meaningOf(field, text))
      if (isType) note('offer_of_type', text, offerOfType(text))
    }
  }
  if (plan.is_rent) {
    // It may say it by types: Residential Lease.
    for await (const text of differentTexts(session, 'is_rent')) {
      note('broad_offer', text, offerOfType(text))
      note('broad_type', text, meaningOf('property_type', text))
    }
  }
  words.close()
  if (plan.rent) await session.run(offersSql)
}

async function* differentTexts(session: DuckSession, field: ListingField): AsyncGenerator<string> {
  for await (const chunk of session.chunks(`SELECT DISTINCT ${field} FROM cells WHERE ${field} IS NOT NULL`)) {
    yield* chunk.getColumnValues(0) as string[]
  }
}

/** The types of HM Land Registry: detached, semi-detached, terraced, flat and other. */
const REGISTERED: Readonly<Record<string, string>> = {
  D: 'house',
  S: 'townhouse',
  T: 'townhouse',
  F: 'apartment',
  O: 'other',
}
const FEWEST_REGISTERED = 3

/** What letters mean in a column that has only those of the register, and enough of them; null for other columns. */
async function registeredTypes(session: DuckSession): Promise<typeof REGISTERED | null> {
  const texts = await session.rows<{ text: string }>(
    'SELECT DISTINCT property_type AS text FROM cells WHERE property_type IS NOT NULL LIMIT 6',
  )
  return texts.length >= FEWEST_REGISTERED && texts.every(({ text }) => Object.hasOwn(REGISTERED, text))
    ? REGISTERED
    : null
}

async function hasNone(session: DuckSession, field: ListingField): Promise<boolean> {
  const [first] = await session.rows(`SELECT 1 AS found FROM cells WHERE ${field} IS NOT NULL LIMIT 1`)
  return first === undefined
}
