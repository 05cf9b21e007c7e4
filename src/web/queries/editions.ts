import type { Resolution } from '../../domain/cell.ts'
import { type Currency, figuresText } from '../../domain/currency.ts'
import type { LensKey } from '../../domain/lens.ts'
import type { AsOf } from '../../domain/period.ts'

/** What an edition and all its tiles are known by. */
export interface EditionName {
  readonly as_of: AsOf
  readonly lens: LensKey
  readonly resolution: Resolution
  /** Of figures that had to be bought in it; left out for the base currency. */
  readonly currency?: Currency
}

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
