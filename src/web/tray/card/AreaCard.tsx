import { Bookmark, BookmarkCheck, ChevronDown, ChevronUp, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AreaChip, areaStyle } from '../../areas/chosen/AreaChip.tsx'
import { removeArea, takeBaseline } from '../../areas/chosen/add-area.ts'
import { letterOf } from '../../areas/chosen/area-name.ts'
import { isMostlyEstimated, markEstimate } from '../../areas/spread/mostly-estimated.ts'
import { noFigureWords } from '../../areas/summary/no-figure-words.ts'
import { formatFigure } from '../../figures/figure-words.ts'
import { useRecordWord } from '../../free/coverage.ts'
import { t } from '../../language/translate.ts'
import { savedAreaOf, toggleSavedArea } from '../../saved/keep-area.ts'
import type { ChosenArea } from '../../state/address/area-choice.ts'
import { useSavedAreas } from '../../state/device/saved-choice.ts'
import { usePage } from '../../state/store.ts'
import { Button, IconButton } from '../../ui/controls/Button.tsx'
import { differenceWords, overlapWords } from '../compared/difference-words.ts'
import { unknownWords } from '../compared/unknown-words.ts'
import type { Tray, TrayEntry } from '../compared/use-tray.ts'
import styles from './AreaCard.module.css'
import { AreaDetails } from './AreaDetails.tsx'
import { AreaNameField } from './AreaNameField.tsx'
import { MoveGrip } from './MoveGrip.tsx'
import { noCellsText } from './no-cells-text.ts'

/** More areas than this leave room for their figures alone until one is opened. */
const MOST_WITH_WORDS = 3

interface AreaCardProps {
  entry: TrayEntry
  tray: Tray
  /** Its place in the order. */
  index: number
  /** True for the only area, which is always open. */
  isSingle: boolean
  isOpen: boolean
}

/** One area: its name, its middle cell and its difference from the baseline; opened, everything known of it. */
export function AreaCard({ entry, tray, index, isSingle, isOpen }: AreaCardProps) {
  const { chosen, name } = entry
  const { color } = chosen
  const [isRenaming, setRenaming] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)
  const endRenaming = (how: 'key' | 'blur') => {
    // The button is not there while the name is edited.
    flushSync(() => setRenaming(false))
    if (how === 'key') rename.current?.focus()
  }
  const letter = letterOf(color)
  const called = calledApart(entry, tray)
  const toggle = () => usePage.getState().set({ openArea: isOpen ? null : color })
  return (
    <li className={styles.card} style={areaStyle(color)} data-area={letter} data-open={isOpen || undefined}>
      <section aria-label={isSingle ? name : `${name}, ${letter}`} tabIndex={-1}>
        <div className={styles.head}>
          {!isSingle && <MoveGrip color={color} name={called} index={index} count={tray.entries.length} />}
          <AreaChip color={color} />
          {!isSingle && <Value entry={entry} tray={tray} />}
          {isRenaming ? (
            <AreaNameField chosen={chosen} name={name} onEnd={endRenaming} />
          ) : (
            <h2 className={styles.name}>{name}</h2>
          )}
          <div className={styles.buttons}>
            {isOpen && !isRenaming && <SaveButton chosen={chosen} name={name} called={called} />}
            {isOpen && !isRenaming && (
              <IconButton ref={rename} label={t('Rename {name}', { name: called })} onPress={() => setRenaming(true)}>
                <Pencil size={14} aria-hidden />
              </IconButton>
            )}
            {!isSingle && (
              <IconButton
                label={isOpen ? t('Close {name}', { name: called }) : t('Open {name}', { name: called })}
                aria-expanded={isOpen}
                onPress={toggle}
              >
                {isOpen ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
              </IconButton>
            )}
            <IconButton label={t('Remove {name}', { name: called })} onPress={() => removeArea(color)}>
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </div>
        </div>
        {!isSingle && (
          <Difference
            entry={entry}
            called={called}
            isOpen={isOpen}
            isBrief={!isOpen && tray.entries.length > MOST_WITH_WORDS}
          />
        )}
        {isOpen && <AreaDetails entry={entry} metric={tray.metric} isSingle={isSingle} />}
      </section>
    </li>
  )
}

/** The area's name, with its letter where another area has the same name: what is not seen would otherwise sound alike. */
function calledApart({ chosen, name }: TrayEntry, { entries }: Tray): string {
  const isAlone = entries.filter((each) => each.name === name).length < 2
  return isAlone ? name : `${name}, ${letterOf(chosen.color)}`
}

/** Saves the area on this device, or deletes it there. */
function SaveButton({ chosen, name, called }: { chosen: ChosenArea; name: string; called: string }) {
  const isSaved = useSavedAreas(({ list }) => savedAreaOf(list, chosen.shape) !== null)
  return (
    <IconButton
      label={t('Save {name} on this device', { name: called })}
      aria-pressed={isSaved}
      onPress={() => toggleSavedArea(chosen, name)}
    >
      {isSaved ? <BookmarkCheck size={14} aria-hidden /> : <Bookmark size={14} aria-hidden />}
    </IconButton>
  )
}

/** The middle cell, and how it differs from the baseline's. */
function Value({ entry, tray: { metric } }: { entry: TrayEntry; tray: Tray }) {
  const { difference, spread, units, figures, isBaseline } = entry
  if (!spread || !units) return null
  return (
    <p className={styles.values}>
      <strong className={styles.value}>
        {markEstimate(formatFigure(spread.middle, metric, units), isMostlyEstimated(figures))}
      </strong>{' '}
      {difference && (
        <strong className={styles.amount} data-testid="difference">
          {differenceWords(difference, metric, units)}
        </strong>
      )}
      {isBaseline && <span className={styles.quiet}>{t('Baseline')}</span>}
    </p>
  )
}

function useNoFigureWords({ chosen, area, figures: { counts } }: TrayEntry): string {
  const records = useRecordWord()
  if (area.failure !== null && area.cells.length === 0) return t('The figures here could not be loaded.')
  return noFigureWords(area, { counts, noCellsText: noCellsText(chosen.shape, area.resolution ?? 8), records })
}

interface DifferenceProps {
  entry: TrayEntry
  called: string
  /** True while the details below say why there is no figure. */
  isOpen: boolean
  isBrief: boolean
}

/** Why there is no figure. Unless it is brief, also whether the spreads overlap, and the offer to compare with this area instead. */
function Difference({ entry, called, isOpen, isBrief }: DifferenceProps) {
  const { chosen, difference, isBaseline, spread } = entry
  const none = useNoFigureWords(entry)
  const unknown = spread === null ? (isOpen ? null : none) : unknownWords(entry)
  const baselineWords = spread === null ? null : t('The others are compared with it.')
  const compared = isBaseline ? baselineWords : difference && overlapWords(difference.overlap)
  if (isBrief && unknown === null) return null
  return (
    <div className={styles.difference}>
      {unknown !== null && <p className={styles.quiet}>{unknown}</p>}
      {!isBrief && compared !== null && <p className={styles.quiet}>{compared}</p>}
      {!isBrief && !isBaseline && (
        <Button
          look="link"
          aria-label={t('Compare the others with {name}', { name: called })}
          onPress={({ target }) => {
            takeBaseline(chosen.color)
            // The button goes, and what it did is said in its card.
            target.closest<HTMLElement>('section')?.focus()
          }}
        >
          {t('Compare with this')}
        </Button>
      )}
    </div>
  )
}
