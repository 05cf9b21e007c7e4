import { Pause, Play, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { AsOf } from '../../domain/period.ts'
import { lastMonth } from '../figures/window-words.ts'
import { useAsOf, useShownAsOf } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { tileStore, useTileStoreVersion } from '../tiles/page-tiles.ts'
import { Button, IconButton } from '../ui/controls/Button.tsx'
import { useMedia } from '../ui/device/use-media.ts'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Panel } from '../ui/Panel.tsx'
import styles from './MonthsBar.module.css'
import { monthsOf, nextHeld } from './months.ts'
import { earlierLabels, type OfferedPeriod } from './offered-periods.ts'
import { periodWords } from './period-words.ts'
import { RestOfMonths } from './RestOfMonths.tsx'
import { UnavailableNotice } from './UnavailableNotice.tsx'
import { type EarlierInView, useEarlierInView } from './use-earlier-in-view.ts'

/** How long each month is shown while the map plays, in milliseconds. */
const STEP_MS = 1_500

/** The months that the map can show; nothing while the bar is closed. */
export function MonthsBar() {
  const isOpen = usePage((page) => page.isMonthsOpen)
  const isEarlier = useAddress((address) => address.period !== null)
  const served = useAsOf() ?? null
  const shown = useShownAsOf() ?? null
  if (!(isOpen || isEarlier) || served === null || shown === null) return null
  return <OpenBar served={served} shown={shown} />
}

function OpenBar({ served, shown }: { served: AsOf; shown: AsOf }) {
  const inView = useEarlierInView(useMemo(() => earlierLabels(served), [served]))
  const { answer, failure } = inView
  // While the map moves, the months of the last view stay.
  const [last, setLast] = useState(answer)
  if (answer !== null && answer !== last) setLast(answer)
  const known = answer ?? last
  const isHeld = useIsHeld(inView)
  const months = useMemo(
    () => (known ? monthsOf(known, { as_of: served, isHeld, calls: 0 }, shown) : []),
    [known, served, isHeld, shown],
  )
  // A link opens the bar too, and leaves the focus where it is.
  const [wasPressed] = useState(() => usePage.getState().isMonthsOpen)
  return (
    <div className={styles.bar} data-testid="months">
      <Panel label={t('Months')} bare takesFocus={wasPressed} onClose={closeMonths} openedBy="months">
        <div className={styles.content}>
          {failure && <FailureNotice error={failure.error} onRetry={failure.retry} />}
          {known === null && failure === null && (
            <p className={styles.quiet} role="status">
              {t('Checking which months are paid for…')}
            </p>
          )}
          {known && <UnavailableNotice answer={known} />}
          {months.length > 1 && <Months months={months} served={served} shown={shown} inView={inView} />}
          {known && months.length === 1 && known.unavailable === null && (
            <p className={styles.quiet}>{t('The service has published no month in the two years before this one.')}</p>
          )}
          {answer && <RestOfMonths inView={inView} months={months} />}
        </div>
        <div className={styles.close}>
          <IconButton label={t('Close the months')} onPress={closeMonths}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      </Panel>
    </div>
  )
}

/** Closes the bar and goes back to the month that is served. */
export function closeMonths(): void {
  usePage.getState().set({ isMonthsOpen: false })
  setAddress({ period: null }, 'push')
}

/** True when everything in view is held of the period that is served. */
function useIsHeld({ of }: EarlierInView): boolean {
  useTileStoreVersion()
  // Free. A page that was opened at an earlier month has not asked for them.
  useEffect(() => {
    if (of) void tileStore.ensureHeld(of.name, of.parents)
  }, [of])
  return of?.parents.every((parent) => tileStore.stateOf(of.name, parent).kind === 'held') ?? false
}

interface MonthsProps {
  months: readonly OfferedPeriod[]
  served: AsOf
  shown: AsOf
  inView: EarlierInView
}

/** A slider over the months, and a button that plays those that are paid for. */
function Months({ months, served, shown, inView }: MonthsProps) {
  const at = months.findIndex(({ as_of }) => as_of === shown)
  const month = months[at]
  const show = (as_of: AsOf) => {
    // A bar that a link opened would close with the month that is served.
    usePage.getState().set({ isMonthsOpen: true })
    setAddress({ period: as_of === served ? null : as_of }, 'replace')
  }
  return (
    <div className={styles.months}>
      <PlayButton months={months} shown={shown} show={show} inView={inView} />
      <label className={styles.slider}>
        <span className={styles.month}>{month ? periodWords(month) : lastMonth(shown)}</span>
        <input
          type="range"
          min={0}
          max={months.length - 1}
          value={at}
          aria-label={t('Month')}
          aria-valuetext={month ? periodWords(month) : lastMonth(shown)}
          onChange={({ target }) => {
            const chosen = months[Number(target.value)]
            if (chosen) show(chosen.as_of)
          }}
        />
        <span className={styles.ticks} aria-hidden>
          {months.map(({ as_of, isHeld }) => (
            <span key={as_of} data-held={isHeld || undefined} data-shown={as_of === shown || undefined} />
          ))}
        </span>
      </label>
    </div>
  )
}

/** Plays the months that are paid for, which costs nothing; not where the reader prefers reduced motion. */
function PlayButton({ months, shown, show, inView }: Omit<MonthsProps, 'served'> & { show: (as_of: AsOf) => void }) {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const isPlaying = usePage((page) => page.isPlaying)
  const { set } = usePage.getState()
  const next = nextHeld(months, shown)
  const { of } = inView
  useEffect(() => {
    if (!isPlaying || next === null) return
    // Fetched now, so that it is there in time.
    if (of) void tileStore.ensureHeld({ ...of.name, as_of: next }, of.parents)
    const timer = setTimeout(() => show(next), STEP_MS)
    return () => clearTimeout(timer)
  })
  useEffect(() => () => set({ isPlaying: false }), [set])
  if (isStill) return null
  return (
    <Button onPress={() => set({ isPlaying: !isPlaying })} isSpent={next === null}>
      {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      {/* As wide as the wider word, so that the slider stays where it is. */}
      <span className={styles.words}>
        <span data-shown={!isPlaying || undefined}>{t('Play')}</span>
        <span data-shown={isPlaying || undefined}>{t('Stop')}</span>
      </span>
    </Button>
  )
}
