import { LIST_STYLES, type ListStyle } from '../../contract/assumptions.ts'

/** Cells of a list of which one at its end is seldom the only one with figures. */
const MANY = 50
/** Empty answers running after which it is looked whether lists are still understood: at first, and at the most seldom. */
const EMPTY_RUN = { first: 3, most: 12 } as const

/** An answer that has figures of no cell of a list but one at its end, or none. */
export interface Emptiness {
  readonly rows: number
  /** Cells of the list. */
  readonly listed: number
  /** True where figures were to be expected: without filters, where the free look-up sees listings. */
  readonly isUnexpected: boolean
}

/**
 * What speaks against the way in which lists are written, though it was taken before. In memory: it is about what came last,
 * and what it leads to is kept as a lesson.
 */
export interface ListDoubts {
  /** An answer showed that a list was understood. */
  clear(): void
  /**
   * A list was refused in a way that may be about its style. One that was proven is only left for a refusal that names the
   * list (`isSure`), or for the second one running. `both`: none of the styles is taken, so it is not about that.
   */
  noteRefused(style: ListStyle, isSure: boolean): 'kept' | 'left' | 'both'
  /**
   * A list of a proven style was answered so: true where its cells are to be asked for in another way. That takes further
   * calls, and mostly shows that there is nothing: so most empty answers are believed, until several that were unexpected
   * came running.
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
      if (rows > 0 && listed >= MANY) return true
      if (!isUnexpected) return false
      empty++
      if (empty < emptyRun) return false
      empty = 0
      emptyRun = Math.min(2 * emptyRun, EMPTY_RUN.most)
      return true
    },
  }
}
