import { foldName } from '../../domain/names/fold-name.ts'
import { placeName, serviceName } from '../ui/words/place-name.ts'
import type { TreeRow } from './tree-rows.ts'

/** What a key does in the tree. */
export type TreeAction =
  | { readonly kind: 'go'; readonly key: string }
  | { readonly kind: 'expand' | 'collapse' | 'activate'; readonly key: string }

/** Rows that Page Up and Page Down pass. */
const PAGE = 10

/** Returns what a key does while a row has the focus, by the WAI-ARIA tree pattern; null for keys that it leaves alone. */
export function actionOfKey(key: string, rows: readonly TreeRow[], focused: string | null): TreeAction | null {
  const index = Math.max(
    0,
    rows.findIndex((row) => row.key === focused),
  )
  const row = rows[index]
  if (row === undefined) return null
  const goTo = (at: number) => go(rows[Math.min(rows.length - 1, Math.max(0, at))])
  switch (key) {
    case 'ArrowDown':
      return goTo(index + 1)
    case 'ArrowUp':
      return goTo(index - 1)
    case 'PageDown':
      return goTo(index + PAGE)
    case 'PageUp':
      return goTo(index - PAGE)
    case 'Home':
      return goTo(0)
    case 'End':
      return goTo(rows.length - 1)
    case 'ArrowRight':
      return openOrEnter(row, rows[index + 1])
    case 'ArrowLeft':
      return closeOrLeave(row, rows)
    case 'Enter':
    case ' ':
      return { kind: 'activate', key: row.key }
    default:
      return null
  }
}

function go(row: TreeRow | undefined): TreeAction | null {
  return row === undefined ? null : { kind: 'go', key: row.key }
}

function openOrEnter(row: TreeRow, below: TreeRow | undefined): TreeAction | null {
  if (row.kind !== 'place' || row.isExpanded === null) return null
  if (!row.isExpanded) return { kind: 'expand', key: row.key }
  return below?.parentKey === row.key ? go(below) : null
}

function closeOrLeave(row: TreeRow, rows: readonly TreeRow[]): TreeAction | null {
  if (row.kind === 'place' && row.isExpanded) return { kind: 'collapse', key: row.key }
  return go(rows.find(({ key }) => key === row.parentKey))
}

/**
 * Returns the next row whose name begins with what was typed, ignoring case and diacritics; null for none. A text of
 * several letters may be about the focused row itself; the same letter again moves to the next such row.
 */
export function typedAhead(typed: string, rows: readonly TreeRow[], focused: string | null): string | null {
  const isRepeated = typed.length > 1 && [...typed].every((letter) => letter === typed[0])
  const start = foldName(isRepeated ? typed.slice(0, 1) : typed)
  if (start === '') return null
  const index = rows.findIndex((row) => row.key === focused)
  const from = index + (isRepeated || typed.length === 1 || index < 0 ? 1 : 0)
  const turned = [...rows.slice(from), ...rows.slice(0, from)]
  const isMeant = (name: string) => foldName(name).startsWith(start)
  const found = turned.find(
    (row) => row.kind === 'place' && (isMeant(placeName(row.place)) || isMeant(serviceName(row.place))),
  )
  return found?.key ?? null
}
