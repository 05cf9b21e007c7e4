import type { Resolution } from '../../domain/cell.ts'
import type { LensKey } from '../../domain/lens.ts'
import type { AsOf } from '../../domain/period.ts'

/** What an edition and all its tiles are known by. */
export interface EditionName {
  readonly as_of: AsOf
  readonly lens: LensKey
  readonly resolution: Resolution
}

/** An edition's name as one text, which can key a map. */
export function editionKey({ as_of, lens, resolution }: EditionName): string {
  return `${as_of}/${lens}/${resolution}`
}

/** The path of an edition below `/api/editions`, and of its tiles below `/api/tiles`. */
export function editionPath({ as_of, lens, resolution }: EditionName): string {
  return `${as_of}/${encodeURIComponent(lens)}/${resolution}`
}
