import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { METRIC_LABELS } from '../figures/figure-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { MetricControl } from '../metric-choice/MetricControl.tsx'
import { periodOptions } from '../queries/period.ts'
import { type Scale, useScale } from '../scale/use-scale.ts'
import { useAddress } from '../state/use-address.ts'
import { Panel } from '../ui/Panel.tsx'
import { useIsPhone } from '../ui/use-media.ts'
import { useViewCells, type ViewCells } from '../view/view-cells.ts'
import { ClassChart } from './ClassChart.tsx'
import { ClassesLine } from './ClassesLine.tsx'
import { ClassRamp } from './ClassRamp.tsx'
import styles from './Legend.module.css'
import { LegendNotes } from './LegendNotes.tsx'
import { PeriodNotice } from './PeriodNotice.tsx'
import { StateCounts } from './StateCounts.tsx'
import { ViewNotice } from './ViewNotice.tsx'

/**
 * What the colours mean and how reliable the figures in view are. The `data-` attributes count the cells by state.
 * On a phone it is one line that expands.
 */
export function Legend() {
  const view = useViewCells()
  const scale = useScale()
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const showsAll = !isPhone || isOpen
  return (
    <div className={styles.legend} data-testid="legend" {...countAttributes(view)}>
      <Panel label="Legend" bare>
        {isPhone && <Strip scale={scale} view={view} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
        {showsAll && <LegendBody view={view} scale={scale} />}
        {!showsAll && (
          <div className={styles.closed}>
            <PeriodNotice />
            {view && <ViewNotice view={view} brief />}
          </div>
        )}
      </Panel>
    </div>
  )
}

function LegendBody({ view, scale }: { view: ViewCells | null; scale: Scale | null }) {
  const metric = useAddress((address) => address.metric)
  const period = useQuery(periodOptions)
  const isExpected = period.data ? period.data.as_of !== null : period.errorUpdateCount === 0
  const units = useShownUnits(view?.edition ?? null)
  return (
    <div className={styles.body}>
      <MetricControl view={view} />
      <PeriodNotice />
      {view?.edition && units && scale ? (
        <>
          <LegendNotes edition={view.edition} units={units} metric={metric} />
          <ClassChart view={view} scale={scale} metric={metric} units={units} />
          <ClassesLine view={view} scale={scale} metric={metric} units={units} />
        </>
      ) : (
        isExpected && !view?.isSettled && <div className={styles.skeleton} aria-hidden />
      )}
      {view && <StateCounts counts={view.counts} />}
      {view && <ViewNotice view={view} />}
    </div>
  )
}

interface StripProps {
  view: ViewCells | null
  scale: Scale | null
  isOpen: boolean
  onToggle: () => void
}

function Strip({ view, scale, isOpen, onToggle }: StripProps) {
  const metric = useAddress((address) => address.metric)
  const units = useShownUnits(view?.edition ?? null)
  const Icon = isOpen ? ChevronDown : ChevronUp
  return (
    <button type="button" className={styles.strip} aria-expanded={isOpen} onClick={onToggle}>
      <span className={styles.stripLabel}>{isOpen ? 'Legend' : METRIC_LABELS[metric]}</span>
      {scale && units && !isOpen && <ClassRamp scale={scale} metric={metric} units={units} />}
      <Icon size={18} aria-hidden className={styles.chevron} />
    </button>
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
