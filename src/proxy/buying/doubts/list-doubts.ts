import { LIST_STYLES, type ListStyle } from '../../../contract/service/assumptions.ts'

/** In a list of this many cells, the first or last cell is rarely the only one with figures. */
const MANY_LISTED = 50
/** Empty answers in a row before the list style is checked again: the first time, and at most. */
const EMPTY_RUN = { first: 3, most: 12 } as const

/** An answer with no figures, or only for the first or last cell of the list. */
export interface Emptiness {
  readonly rows: number
  /** Number of cells in the list. */
  readonly listed: number
  /** True when figures were expected: no filters, and the free look-up reports listings. */
  readonly isUnexpected: boolean
}

/**
 * Signs that the service no longer understands the list style that it accepted before. Kept in memory only: conclusions
 * are stored as lessons.
 */
export interface ListDoubts {
  /** Call when an answer shows that the service read the whole list. */
  clear(): void
  /**
   * Call when a refusal may be about the list style. A proven style is given up only after a refusal that names the
   * list (`isSure`), or the second in a row. `both`: the service refuses every style, so the style is not the cause.
   */
  noteRefused(style: ListStyle, isSure: boolean): 'kept' | 'left' | 'both'
  /**
   * Call for such a response to a list of a proven style. Returns true when its cells must be requested in another way.
   * That costs calls and usually confirms that there is nothing, so empty responses are accepted until several
   * unexpected ones come in a row.
   */
  noteUnshown(answer: Emptiness): boolean
}

export function createListDoubts(): ListDoubts {
  let suspected: ListStyle | null = null
  const refused = new Set<ListStyle>()
  let empty = 0
  let emptyRun: number = EMPTY_RUN.first
  return {
    clear: () => {
      suspected = null
      refused.clear()
      empty = 0
    },
    noteRefused: (style, isSure) => {
      if (!isSure && suspected !== style) {
        suspected = style
        return 'kept'
      }
      suspected = null
      refused.add(style)
      if (refused.size < LIST_STYLES.length) return 'left'
      refused.clear()
      return 'both'
    },
    noteUnshown: ({ rows, listed, isUnexpected }) => {
      if (rows > 0 && listed >= MANY_LISTED) return true
      if (!isUnexpected) return false
      empty++
      if (empty < emptyRun) return false
      empty = 0
      emptyRun = Math.min(2 * emptyRun, EMPTY_RUN.most)
      return true
    },
  }
}
