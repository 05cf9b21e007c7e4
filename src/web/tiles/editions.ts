import { figuresText } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'

/** Returns an edition's name as one text, for use as a key. */
export function editionKey(name: EditionName): string {
  return `${name.as_of}/${figuresText(name)}/${name.resolution}`
}

/** Returns the path of an edition below `/api/editions`, and of its tiles below `/api/tiles`. */
export function editionPath({ as_of, lens, resolution }: EditionName): string {
  return `${as_of}/${encodeURIComponent(lens)}/${resolution}`
}

/** Returns the query string for such a path: the currency, and the ledger to read from. */
export function editionQuery({ currency }: EditionName, ledger: string | null): string {
  const query = new URLSearchParams({ ...(currency && { currency }), ...(ledger !== null && { ledger }) })
  return query.size === 0 ? '' : `?${query}`
}
