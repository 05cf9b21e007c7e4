import { z } from 'zod'
import type { CellState, Figure } from '../../domain/figure.ts'

/** What the page around the frame may ask for. `docs/embedding.md` describes all messages. */
export const showMessage = z.object({
  squaremetre: z.literal('show'),
  /** The query of a link to the map, such as `?at=41.39,2.16,12&lens=ad_sub_type%3Drent`, or the whole link. */
  address: z.string().max(8_000),
})

/** What the frame tells the page around it. */
export type FrameMessage =
  | { readonly squaremetre: 'ready' | 'moved'; readonly address: string }
  | {
      readonly squaremetre: 'chosen'
      /** Null when the hexagon's card was closed. */
      readonly cell: string | null
      readonly state: CellState | null
      /** In the units and currency of the edition, as exact as tiles are. */
      readonly figure: Figure | null
      readonly currency: string | null
      readonly as_of: string | null
    }
  | { readonly squaremetre: 'refused'; readonly message: string }

/** Returns the query of an address, which may also be a whole link to the map at `origin`; null for a link to elsewhere. */
export function queryOf(address: string, origin: string): string | null {
  if (!/^\s*(\/|[a-z][a-z\d+.-]*:)/i.test(address)) return address
  const link = URL.canParse(address, origin) ? new URL(address, origin) : null
  return link?.origin === origin ? link.search : null
}

/** Returns the sentence for an address that leads elsewhere. */
export function refusalOfLink(address: string): string {
  return `Expected a link to this map or its query, found ${told(address)}.`
}

/** Returns the sentence for a message that has the map's name but cannot be read. */
export function refusalOf(data: object): string {
  const { squaremetre, address } = data as Readonly<Record<string, unknown>>
  const found = `{ squaremetre: ${told(squaremetre)}, address: ${told(address)} }`
  return `Expected { squaremetre: 'show', address: '?at=…' }, found ${found}.`
}

/** A message can hold what no JSON can, such as itself. */
function told(value: unknown): string {
  return typeof value === 'string' ? `'${value.slice(0, 60)}'` : value === null ? 'null' : typeof value
}

/**
 * Shows the last of the addresses that arrive together, once they have all been heard. A page that ties the map to a slider
 * sends hundreds, and showing each would stop the map for seconds.
 */
export function showOnlyLatest(show: (address: string) => void): { show(address: string): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = ''
  return {
    show: (address) => {
      latest = address
      timer ??= setTimeout(() => {
        timer = undefined
        show(latest)
      })
    },
    stop: () => clearTimeout(timer),
  }
}
