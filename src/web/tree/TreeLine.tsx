import { ChevronRight } from 'lucide-react'
import { type CSSProperties, useEffect } from 'react'
import type { ReceivedCountry } from '../../contract/service/coverage.ts'
import type { Records } from '../../domain/figure.ts'
import { useRecordWord } from '../free/coverage.ts'
import { useAsOf } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { signalText } from '../places/place-words.ts'
import { SignalMark } from '../places/SignalMark.tsx'
import { classes } from '../ui/controls/classes.ts'
import { describeFailure } from '../ui/failures/describe-failure.ts'
import { levelLabel, placeName } from '../ui/words/place-name.ts'
import { marketClassOf, marketWords } from './market-class.ts'
import styles from './PlaceTree.module.css'
import type { TreeRow } from './tree-rows.ts'

interface TreeLineProps {
  id: string
  row: TreeRow
  /** A country's market; null for other rows, and where the service does not serve it. */
  market: ReceivedCountry | null
  isActive: boolean
  isChosen: boolean
  /** Its place in the list, in CSS pixels. */
  top: number
  height: number
  onPress: () => void
  onToggle: () => void
  /** Called when the row is drawn. */
  onSeen: () => void
}

/** One line of the tree. */
export function TreeLine({ id, row, market, isActive, isChosen, top, height, ...on }: TreeLineProps) {
  const records = useRecordWord()
  const isExpanded = row.kind === 'place' ? row.isExpanded : null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active row
    <div
      id={id}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-selected={isChosen}
      data-active={isActive || undefined}
      aria-label={textOf(row, market, records)}
      {...(isExpanded !== null && { 'aria-expanded': isExpanded })}
      className={classes(styles.line, isActive && styles.active, isChosen && styles.chosen)}
      style={{ top, height, '--depth': row.level - 1 } as CSSProperties}
      onClick={on.onPress}
    >
      {isExpanded === null ? (
        <span className={styles.gap} />
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys do the same
        // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the pointer
        <span
          className={classes(styles.chevron, isExpanded && styles.open)}
          onClick={(event) => {
            event.stopPropagation()
            on.onToggle()
          }}
        >
          <ChevronRight size={14} aria-hidden />
        </span>
      )}
      <LineContent row={row} market={market} onSeen={on.onSeen} />
    </div>
  )
}

function LineContent({ row, market, onSeen }: Pick<TreeLineProps, 'row' | 'market' | 'onSeen'>) {
  const asOf = useAsOf() ?? null
  switch (row.kind) {
    case 'place':
      return (
        <>
          <span className={styles.words}>
            <span className={styles.name}>{placeName(row.place)}</span>
            {row.place.level === 'country' && <span className={styles.market}>{wordsOfMarket(market)}</span>}
          </span>
          {row.isLoading && <span className={styles.note}>{t('Loading…')}</span>}
          {!row.isLoading && row.place.signal && <SignalMark signal={row.place.signal} brief usual={asOf} />}
        </>
      )
    case 'more':
      return <MoreLine isLoading={row.isLoading} onSeen={onSeen} />
    case 'failed':
      return <span className={styles.failed}>{failureText(row.error)}</span>
  }
}

/** The end of the loaded rows: more are requested when it comes into sight. */
function MoreLine({ isLoading, onSeen }: { isLoading: boolean; onSeen: () => void }) {
  useEffect(() => {
    if (!isLoading) onSeen()
  }, [isLoading, onSeen])
  return <span className={styles.note}>{isLoading ? t('Loading more places') : t('More places')}</span>
}

function textOf(row: TreeRow, market: ReceivedCountry | null, records: Records): string {
  switch (row.kind) {
    case 'place': {
      const { place } = row
      const detail = place.level === 'country' ? wordsOfMarket(market) : levelLabel(place.level)
      return listOfParts([placeName(place), detail, place.signal && signalText(place.signal, records)])
    }
    case 'more':
      return row.isLoading ? t('Loading more places') : t('More places')
    case 'failed':
      return failureText(row.error)
  }
}

function failureText(error: unknown): string {
  return t('{problem} Press to try again.', { problem: describeFailure(error).words })
}

function wordsOfMarket(market: ReceivedCountry | null): string {
  const kind = market && marketClassOf(market)
  return kind === null ? '' : marketWords(kind)
}

function listOfParts(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(', ')
}
