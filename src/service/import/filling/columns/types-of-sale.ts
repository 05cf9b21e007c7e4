import { VARCHAR } from '@duckdb/node-api'
import { foldName } from '../../../../domain/names/fold-name.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { type ColumnPlan, nameOfColumn, rivalsByField } from '../../columns/known-columns.ts'
import { foldColumn } from '../../columns/name-ranks.ts'
import { hasNoOffer, meaningOf } from '../../values/word-meanings.ts'

/** A column with this many different texts is not examined, and keeps the meaning of its name. */
const MOST_TEXTS = 1000

/** In Korea, 거래유형 says whether an agent took part, or what is for sale and what for rent. */
const NAMES = new Set(['saletype', '거래유형'].map(foldColumn))

/** Whether a column is named for how homes are sold, which some files use for what is for sale and what for rent. */
export function isTypeOfSale(name: string): boolean {
  return NAMES.has(foldColumn(name))
}

/** Who advertises a home, and how prominently. */
const ADVERTISER =
  /^(?:private?|privately|by owner|owner|fsbo|agen(?:t|cy)|broker|developer|builder|commercial|business|company|professional|standard|basic|premium|featured|promoted|sponsored|free|paid|gold|silver|platinum|particular(?:es)?|propietario|inmobiliaria|profesional|proprietario|imobiliaria|particulier|professionnel|agence|privat(?:o|person)?|gewerblich|makler|agenzia|makelaar|prywatne|prywatna|agencja|biuro|soukrom[ay]|agentura)$/

/**
 * The plan without a "sale type" that says how homes are sold, such as PAST SALE and MLS Listing, and adds a note. The
 * column stays if a text in any row with a price may mean another offer, or that nothing is offered. (Redfin writes a notice
 * into the column, in a row of its own.) So does a column of offers that only says who advertises, as private and agency.
 */
export async function withoutTypesOfSale(
  session: DuckSession,
  header: readonly string[],
  named: ColumnPlan,
  map: Readonly<Record<string, string>>,
): Promise<ColumnPlan> {
  const { ad_sub_type: offer, ...others } = named
  if (!offer || !('column' in offer) || 'ad_sub_type' in map) return named
  const isOfSale = isTypeOfSale(header[offer.column] ?? '')
  // Another column may say it.
  if (!isOfSale && rivalsByField(header).has('ad_sub_type')) return named
  const { price } = named
  const isPriced = price && 'column' in price ? `present(c${price.column}::VARCHAR) IS NOT NULL` : 'true'
  const texts = await session.rows<{ text: string }>(
    `SELECT DISTINCT present(c${offer.column}::VARCHAR) AS text FROM raw WHERE text IS NOT NULL AND ${isPriced} LIMIT ${MOST_TEXTS}`,
  )
  if (!isOfSale && (texts.length === 0 || !texts.every(({ text }) => ADVERTISER.test(foldName(text))))) return named
  const unclear = texts.filter(({ text }) => meaningOf('ad_sub_type', text) !== 'buy')
  const areOfSale = texts.length < MOST_TEXTS && unclear.every(({ text }) => hasNoOffer(text))
  if (texts.length === 0) return others
  if (!areOfSale || unclear.length === 0) return named
  const note = await session.append('note', [VARCHAR])
  note.add([
    `column "${nameOfColumn(header, offer.column)}" says ${isOfSale ? 'how homes are sold' : 'who advertises'}; it makes no row a rent`,
  ])
  note.close()
  return others
}
