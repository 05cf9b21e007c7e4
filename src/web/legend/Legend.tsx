import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import type { Edition } from '../../contract/proxy-api.ts'
import type { ClassesFormProps } from '../classes/ClassesForm.tsx'
import { textScale } from '../figures/text-scale.ts'
import { useShownCurrency, useShownUnits } from '../figures/use-shown-currency.ts'
import { periodOptions } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { useEarlierEdition } from '../metric/use-earlier-edition.ts'
import { useNoColors } from '../metric-choice/use-no-colors.ts'
import { hasClasses, type Scale, useScale } from '../scale/use-scale.ts'
import { isEmbedded } from '../state/embedded.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useIsLow, useIsPhone, useIsUsualHeight } from '../ui/device/use-media.ts'
import { Panel } from '../ui/Panel.tsx'
import { useViewCells, type ViewCells } from '../view/view-cells.ts'
import { ClassesLine } from './ClassesLine.tsx'
import { EnoughLine } from './EnoughLine.tsx'
import styles from './Legend.module.css'
import { LegendButton } from './LegendButton.tsx'
import { LegendNotes } from './LegendNotes.tsx'
import { ClassesForm, MethodText } from './later-parts.ts'
import { NewerNotice } from './NewerNotice.tsx'
import { PeriodNotice } from './PeriodNotice.tsx'
import { ReplacedNotice } from './ReplacedNotice.tsx'
import { ClassChart } from './ramp/ClassChart.tsx'
import { LegendStrip } from './ramp/LegendStrip.tsx'
import { StateCounts } from './states/StateCounts.tsx'
import { UncolouredLine } from './UncolouredLine.tsx'
import { UntoldFailures } from './UntoldFailures.tsx'
import { ViewNotice } from './ViewNotice.tsx'

const methodTitle = () => t('What do these numbers mean?')

/** Below this zoom a view has more states than two rows hold, and a line about countries without a market. */
const WIDE_BELOW_ZOOM = 7

/** From this size of text on, the whole legend would leave the search and the tabs no room. */
const LARGE_TEXT = 1.25

/** What a phone's legend shows in place of its figures. */
type LegendPage = 'classes' | 'method'

/**
 * What the colours mean and how reliable the figures in view are. The `data-` attributes count the cells by state.
 * On a phone, in a low window, in a frame and below a place or areas that need its room it is a strip that expands, and closes again when
 * a sheet or a card wants its room, and while an area is drawn.
 */
export function Legend() {
  const view = useViewCells()
  const scale = useScale()
  const isPhone = useIsPhone()
  const isLow = useIsLow()
  const isBelowLong = useIsBelowLong()
  const isPrinting = usePage((page) => page.isPrinting)
  const hasLittleRoom = isPhone || isLow || isEmbedded || isBelowLong || textScale() > LARGE_TEXT
  const isStrip = hasLittleRoom && !isPrinting
  const [isOpen, setOpen] = useOpenBeside()
  const showsAll = !isStrip || isOpen
  const isFirst = useIsFirstLoad(view)
  const isWide = useAddress((address) => address.view.zoom < WIDE_BELOW_ZOOM)
  const isConverted = useShownCurrency().kind !== 'base'
  return (
    <div
      className={styles.legend}
      data-testid="legend"
      data-tour="legend"
      data-first={isFirst || undefined}
      data-strip={isStrip || undefined}
      data-open={(isStrip && isOpen) || undefined}
      data-wide={isWide || undefined}
      data-converted={isConverted || undefined}
      {...countAttributes(view)}
    >
      <Panel label={t('Legend')} bare>
        {isStrip && <LegendStrip view={view} scale={scale} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
        {showsAll && <LegendBody view={view} scale={scale} />}
        {!showsAll && (
          <div className={styles.closed}>
            <PeriodNotice />
            <ReplacedNotice />
            <NewerNotice />
            {view?.isSettled && <EnoughLine view={view} />}
            {view && <ViewNotice view={view} brief />}
            <UntoldFailures />
          </div>
        )}
      </Panel>
    </div>
  )
}

/**
 * Whether the strip was opened beside the sheet and the card that are there now; with others, and to draw on the map that it
 * covers, it is closed.
 */
function useOpenBeside(): [boolean, (isOpen: boolean) => void] {
  const [openBeside, setOpenBeside] = useState<string | null>(null)
  const cell = useAddress((address) => address.cell)
  const sheet = usePage((page) => page.sheet)
  const isDrawing = usePage((page) => page.drawing !== null)
  const beside = `${sheet ?? ''} ${cell ?? ''} ${isDrawing}`
  return [openBeside === beside, (isOpen) => setOpenBeside(isOpen ? beside : null)]
}

/** True until the first view is complete; until then a strip has the height that it will have with its colours. */
function useIsFirstLoad(view: ViewCells | null): boolean {
  const [isFirst, setFirst] = useState(true)
  if (isFirst && view?.isSettled) setFirst(false)
  return isFirst
}

/** True while a place or several areas are described above the legend, which then leaves them its room. */
function useIsBelowLong(): boolean {
  const tab = usePage((page) => page.panelTab)
  const hasSeveral = useAddress((address) => address.areas.length > 1)
  const hasPlace = useAddress((address) => address.place !== null)
  return useIsUsualHeight() && ((tab === 'compare' && hasSeveral) || (tab === 'places' && hasPlace))
}

function LegendBody({ view, scale }: { view: ViewCells | null; scale: Scale | null }) {
  const metric = useAddress((address) => address.metric)
  const period = useQuery(periodOptions)
  const isExpected = period.data ? period.data.as_of !== null || period.data.isLookedFor : period.errorUpdateCount === 0
  const units = useShownUnits(view?.edition ?? null)
  const isPhone = useIsPhone()
  const [page, setPage] = useState<LegendPage | null>(null)
  const known = view?.edition && units && scale ? { view, scale, metric, units, edition: view.edition } : null
  // All at once, since each part would push the others aside.
  const shown = known && (known.view.isSettled || hasClasses(known.scale, known.view, metric)) ? known : null
  if (isPhone && shown && page !== null) return <PhonePage page={page} shown={shown} onBack={() => setPage(null)} />
  const hasColors = shown !== null && hasClasses(shown.scale, shown.view, metric)
  const hasNone = view?.isSettled === true && !hasColors
  return (
    <div className={styles.body} data-bare={!(shown || isExpected) || hasNone || undefined}>
      <PeriodNotice />
      <ReplacedNotice />
      <NewerNotice />
      {shown ? (
        <Colours shown={shown} hasColors={hasColors} onOpenOnPhone={() => setPage('classes')} />
      ) : (
        isExpected && !view?.isSettled && <div className={styles.skeleton} aria-hidden />
      )}
      {view && (shown || view.isSettled) && <StateCounts counts={view.counts} />}
      {shown && !hasNone && <UncolouredLine view={shown.view} metric={metric} />}
      {view && <ViewNotice view={view} />}
      <UntoldFailures />
      {shown && (
        <LegendButton
          title={methodTitle()}
          icon={<Info size={12} aria-hidden />}
          onOpenOnPhone={() => setPage('method')}
        >
          <MethodText edition={shown.edition} now={Date.now()} />
        </LegendButton>
      )}
    </div>
  )
}

/** What the colours stand for, and why there are none. */
function Colours({ shown, hasColors, onOpenOnPhone }: { shown: Shown; hasColors: boolean; onOpenOnPhone: () => void }) {
  const { view, edition, units, metric } = shown
  const since = useEarlierEdition(view.name)
  const noColors = useNoColors(view)
  return (
    <>
      <LegendNotes edition={edition} since={since} units={units} metric={metric} />
      {noColors !== null && (
        <div className={styles.noColors}>
          <h3>{t('No colours')}</h3>
          <p>{noColors}</p>
        </div>
      )}
      {hasColors && (
        <>
          <EnoughLine view={view} />
          <ClassChart {...shown} />
          <ClassesLine {...shown} onOpenOnPhone={onOpenOnPhone} />
        </>
      )}
    </>
  )
}

type Shown = ClassesFormProps & { edition: Edition }

interface PhonePageProps {
  page: LegendPage
  shown: Shown
  onBack: () => void
}

/** The classes or the method in place of a phone's legend, which would not fit above them. */
function PhonePage({ page, shown, onBack }: PhonePageProps) {
  return (
    <div className={styles.body}>
      <div className={styles.pageHead}>
        <h2 className={styles.title}>{page === 'classes' ? t('Classes') : methodTitle()}</h2>
        <Button look="link" onPress={onBack}>
          {t('Back')}
        </Button>
      </div>
      {page === 'classes' ? <ClassesForm {...shown} /> : <MethodText edition={shown.edition} now={Date.now()} />}
    </div>
  )
}

function countAttributes(view: ViewCells | null): Record<string, string | number> {
  if (!view) return {}
  const { counts, name } = view
  return {
    'data-observed': counts.observed,
    'data-estimated': counts.estimated,
    'data-too-few': counts.too_few,
    'data-no-listings': counts.no_listings,
    'data-not-covered': counts.not_covered,
    'data-not-bought': counts.not_bought,
    'data-finer-than-plan': counts.finer_than_plan,
    'data-failed': counts.failed,
    'data-loading': counts.loading,
    'data-sea': counts.sea,
    'data-resolution': name.resolution,
    'data-as-of': name.as_of,
  }
}
