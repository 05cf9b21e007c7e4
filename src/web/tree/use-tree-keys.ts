import type { KeyboardEvent } from 'react'
import { actionOfKey, typedAhead } from './tree-keys.ts'
import type { TreeRow } from './tree-rows.ts'
import { useTree } from './tree-state.ts'
import { useTypedText } from './use-typed-text.ts'

/** What pressing a row and its arrow do. */
interface RowActions {
  act(row: TreeRow): void
  toggle(row: TreeRow): void
}

/** Returns what handles a key while a row is active: it moves to another row, does something with this one, or types ahead. */
export function useTreeKeys(
  rows: readonly TreeRow[],
  activeKey: string | null,
  { act, toggle }: RowActions,
): (event: KeyboardEvent) => void {
  const typed = useTypedText()
  const focus = (key: string) => useTree.getState().set({ focused: key })
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const text = typed(event.key, event.timeStamp)
    // The rest of a list is asked for when it comes into sight, and gone once it is here: nothing to stand on.
    const reachable = rows.filter(({ kind }) => kind !== 'more')
    if (text !== null) {
      event.preventDefault()
      const ahead = typedAhead(text, reachable, activeKey)
      if (ahead !== null) focus(ahead)
      return
    }
    const action = actionOfKey(event.key, reachable, activeKey)
    if (action === null) return
    event.preventDefault()
    const row = rows.find(({ key }) => key === action.key)
    if (row === undefined) return
    if (action.kind === 'go') focus(action.key)
    else if (action.kind === 'activate') act(row)
    else toggle(row)
  }
}
