import { figuresText } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'

/** An edition's name as one text, which can key a map. */
export function editionKey(name: EditionName): string {
  return `${name.as_of}/${figuresText(name)}/${name.resolution}`
}

/** The path of an edition below `/api/editions`, and of its tiles below `/api/tiles`. */
export function editionPath({ as_of, lens, resolution }: EditionName): string {
  return `${as_of}/${encodeURIComponent(lens)}/${resolution}`
}

/** The query of such an address: what of the name is not in the path, and the ledger that it is to be answered from. */
export function editionQuery({ currency }: EditionName, ledger: string | null): string {
  const query = new URLSearchParams({ ...(currency && { currency }), ...(ledger !== null && { ledger }) })
  return query.size === 0 ? '' : `?${query}`
}
