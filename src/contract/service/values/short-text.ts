import { z } from 'zod'
import { shownName } from '../../../domain/names/shown-name.ts'

/**
 * Texts that a service states once, or with each row, end up in every tile, edition or message that is kept and sent on.
 * Nothing bounds their length, so one answer could fill the memory of all who read it.
 */
const LONGEST_TEXT = 200

/** A text of the usual length; longer ones cannot be read. */
export const receivedText = z.string().max(LONGEST_TEXT)

const LONGEST_REVISION = 1_000

/** Revisions are compared with one another, so that a long one is cut instead of being unreadable. */
export const receivedRevision = z.string().transform((raw) => raw.slice(0, LONGEST_REVISION))

/** Returns a name cut to so many letters that it does not fill a page; null for one that would be invisible. */
export function shortName(raw: string, most = LONGEST_TEXT): string | null {
  // A letter takes two units at most.
  return shownName(raw.slice(0, 2 * most), most)
}

/** In letters: a few paragraphs. */
const LONGEST_NOTE = 2_000

/** A note for readers, on one line and cut so that it does not fill a page; null for one that is missing, odd or invisible. */
export const receivedNote = z
  .string()
  .transform((raw) => shortName(raw, LONGEST_NOTE))
  .nullable()
  .catch(null)

/** Returns a row's name as the service states it, unless it is too long. */
export function nameOfRow(raw: string): string | null {
  return raw.length <= LONGEST_TEXT ? raw : shortName(raw)
}
