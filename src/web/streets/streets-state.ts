import { create } from 'zustand'

/** Why no streets are shown, or not all of them; `program` is the part of this page that draws them. */
export type StreetsFault = 'program' | 'unreachable' | 'late' | 'unreadable' | 'unknown schema'

/** How far streets have come. */
export type StreetsProgress = 'loading' | 'shown' | 'incomplete' | { readonly fault: StreetsFault }

interface StreetsState {
  /** Address of the tiles, their style or their description; null while the reader sees the plain map. */
  readonly wanted: string | null
  readonly progress: StreetsProgress
  /** What the source says about its data, while it is shown. */
  readonly attribution: string
  /** Counts how often streets were requested, so that the same ones are loaded again. */
  readonly attempt: number
  /** True once the reader has chosen, after which nothing is shown unasked. */
  readonly isChosen: boolean
}

/**
 * Whether the map shows streets, and how far they have come. Lasts as long as the page, so no later visit contacts a
 * server unasked.
 */
export const useStreets = create<StreetsState>(() => ({
  wanted: null,
  progress: 'loading',
  attribution: '',
  attempt: 0,
  isChosen: false,
}))

/** Shows the streets of an address, or loads them once more. */
export function showStreets(wanted: string): void {
  const attempt = useStreets.getState().attempt + 1
  useStreets.setState({ wanted, attempt, progress: 'loading', attribution: '', isChosen: true })
}

/** Shows the plain map. */
export function hideStreets(): void {
  useStreets.setState({ wanted: null, progress: 'loading', attribution: '', isChosen: true })
}

/** Returns the host that an address leads to; null for a file of this page's own server. */
export function hostOf(address: string): string | null {
  return address.startsWith('/') ? null : new URL(address).host
}
