import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../language/translate.ts'
import { useAddress } from '../state/use-address.ts'
import { useIsTouched } from '../ui/device/use-media.ts'
import { scrollParentOf } from '../ui/focus/scroll-parent.ts'
import styles from './PlaceTree.module.css'
import { TreeLine } from './TreeLine.tsx'
import type { TreeRow } from './tree-rows.ts'
import { collapsePlace, expandPlace, useTree, wantPages } from './tree-state.ts'
import type { PlaceTreeContents } from './use-place-tree.ts'
import { useTreeKeys } from './use-tree-keys.ts'

interface TreeViewProps extends PlaceTreeContents {
  takesFocus: boolean
  /** True while it is not known yet where the tree opens. */
  isSettling: boolean
  onChoose: (row: TreeRow) => void
}

/**
 * The rows themselves; only those in sight are drawn. A tree by the WAI-ARIA pattern, which keeps the focus and
 * names its active row, so that rows can come and go. react-aria's tree is a grid that builds all of its rows again with
 * every page.
 */
export function TreeView({ rows, markets, retry, takesFocus, isSettling, onChoose }: TreeViewProps) {
  const id = useId()
  const tree = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const focused = useTree((state) => state.focused)
  const chosen = useAddress((address) => address.place)
  const isTouched = useIsTouched()
  const active = Math.max(
    0,
    rows.findIndex(({ key }) => key === focused),
  )
  // The heights of all rows are added up again with every other function.
  const keyOf = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollParentOf(tree.current),
    scrollMargin: top,
    estimateSize: (index) => heightOf(rows[index], isTouched),
    getItemKey: keyOf,
    overscan: 6,
    // The active row must exist, wherever the others are scrolled.
    rangeExtractor: (range: Range) => [...new Set([...defaultRangeExtractor(range), active])].sort((a, b) => a - b),
  })
  // What stands above the rows scrolls with them, and may change its height.
  useLayoutEffect(() => setTop(topWithin(scrollParentOf(tree.current), tree.current)))
  const activeKey = rows[active]?.key ?? null
  useEffect(() => {
    if (activeKey !== null) virtualizer.scrollToIndex(active, { align: 'auto' })
  }, [activeKey, active, virtualizer])
  useEffect(() => {
    if (takesFocus) tree.current?.focus({ preventScroll: true })
  }, [takesFocus])

  const act = (row: TreeRow) => {
    if (row.kind === 'more') wantMore(row)
    else if (row.kind === 'failed') retry(row.parent)
    else onChoose(row)
  }
  const onKeyDown = useTreeKeys(rows, activeKey, { act, toggle })
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={t('Places')}
      tabIndex={0}
      aria-busy={isSettling || rows.length === 0}
      aria-activedescendant={activeKey === null ? undefined : `${id}${active}`}
      className={styles.view}
      onKeyDown={onKeyDown}
    >
      {rows.length === 0 && <p className={styles.note}>{t('Loading the places…')}</p>}
      <div role="presentation" className={styles.sheet} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <TreeLine
              key={key}
              id={`${id}${index}`}
              row={row}
              market={row.kind === 'place' && row.place.level === 'country' ? (markets?.get(row.key) ?? null) : null}
              isActive={index === active}
              isChosen={row.kind === 'place' && row.key === chosen}
              top={start - top}
              height={size}
              onPress={() => {
                useTree.getState().set({ focused: row.key })
                act(row)
              }}
              onToggle={() => {
                useTree.getState().set({ focused: row.key })
                toggle(row)
              }}
              onSeen={() => row.kind === 'more' && wantMore(row)}
            />
          )
        })}
      </div>
    </div>
  )
}

/** How far below the beginning of a scrolled content an element stands, in CSS pixels. */
function topWithin(scroller: Element | null, element: Element | null): number {
  if (scroller === null || element === null) return 0
  const [outer, inner] = [scroller.getBoundingClientRect(), element.getBoundingClientRect()]
  return Math.round(inner.top - outer.top + scroller.scrollTop)
}

/** In CSS pixels: the size of a target for a finger or a pointer; a country has a second line. */
function heightOf(row: TreeRow | undefined, isTouched: boolean): number {
  const isCountry = row?.kind === 'place' && row.place.level === 'country'
  return (isTouched ? 44 : 30) + (isCountry ? 16 : 0)
}

function toggle(row: TreeRow): void {
  if (row.kind !== 'place' || row.isExpanded === null) return
  if (row.isExpanded) collapsePlace(row.key)
  else expandPlace(row.place)
}

/** Asks for the next page, unless one is under way. */
function wantMore({ parent, isLoading, next }: Extract<TreeRow, { kind: 'more' }>): void {
  if (!isLoading) wantPages(parent, next)
}
