import { useRef } from 'react'
import type { Metric } from '../../../domain/figure.ts'
import { formatFigure, type Units } from '../../figures/figure-words.ts'
import { t } from '../../language/translate.ts'
import { endsOfClass } from '../../scale/chosen-breaks.ts'
import { useChosenClass, usePointedClass } from '../../scale/highlighted-class.ts'
import type { Scale } from '../../scale/use-scale.ts'
import type { ClassEnds } from '../../state/address/class-choice.ts'
import { usePage } from '../../state/store.ts'
import { setAddress } from '../../state/use-address.ts'
import { useWidth } from '../../ui/device/use-width.ts'
import { formatCells, formatCount } from '../../ui/words/format.ts'
import type { ViewCells } from '../../view/view-cells.ts'
import { LoadingCount } from '../states/StateCounts.tsx'
import { type BarScale, barScale } from './bar-scale.ts'
import styles from './ClassChart.module.css'
import { ClassColumn } from './ClassColumn.tsx'
import { classLabel } from './class-label.ts'
import { type Bin, histogram } from './histogram.ts'
import { fittingTicks, rampTicks } from './ramp-ticks.ts'

interface ClassChartProps {
  view: ViewCells
  scale: Scale
  metric: Metric
  units: Units
}

/**
 * Two histograms of the cells in view over the class colours, observed above estimated, each with its own height. A class
 * stands out on the map while it is pointed at or focused, and stays so when it is pressed.
 */
export function ClassChart({ view, scale, metric, units }: ClassChartProps) {
  const { breaks, decided, onMap: colors } = scale
  const axis = useRef<HTMLDivElement>(null)
  const width = useWidth(axis)
  const pointed = usePointedClass(scale)
  const chosen = useChosenClass(scale)
  const highlighted = pointed ?? chosen
  const isLoading = view.counts.loading > 0
  // A chosen class stays, so its counts may wait.
  const told = isLoading ? pointed : highlighted
  const set = usePage((page) => page.set)
  const choose = (shownClass: ClassEnds | null) => setAddress({ shownClass }, 'replace')
  const values = view.cells.flatMap(({ figure }) => {
    const value = figure?.[metric] ?? null
    return figure === null || value === null ? [] : [{ value, isEstimated: figure.estimated }]
  })
  // Under some metrics, estimated cells have no value of their own.
  const hasEstimated = view.counts.estimated === 0 || values.some(({ isEstimated }) => isEstimated)
  const bins = histogram(values, breaks)
  const scales = {
    observed: barScale(bins.flat().map(({ observed }) => observed)),
    estimated: barScale(bins.flat().map(({ estimated }) => estimated)),
  }
  const inView = values.map(({ value }) => value)
  const labels = colors.map((_, index) =>
    classLabel(index, breaks, (value) => formatFigure(value, metric, units, 'all')),
  )
  return (
    <div className={styles.chart}>
      <div className={styles.histograms}>
        <fieldset className={styles.classes} aria-label={t('Classes, lowest to highest')}>
          {colors.map((color, index) => (
            <ClassColumn
              // biome-ignore lint/suspicious/noArrayIndexKey: a class is identified by its place in the scale
              key={index}
              color={color}
              bins={bins[index] ?? []}
              scales={scales}
              hasEstimated={hasEstimated}
              words={ofClass(labels[index] ?? '', classCounts(bins[index] ?? []))}
              isPressed={chosen === index}
              isFaded={highlighted !== null && highlighted !== index}
              onPress={() => choose(chosen === index ? null : endsOfClass(index, decided))}
              onPoint={(isPointed) => set({ pointedClass: isPointed ? { index, breaks } : null })}
            />
          ))}
        </fieldset>
        <RowWords label={t('Observed')} row="observed" bins={bins} scale={scales.observed} />
        {hasEstimated && <RowWords label={t('≈ Estimated')} row="estimated" bins={bins} scale={scales.estimated} />}
      </div>
      <div ref={axis} className={styles.ticks} aria-hidden>
        {fittingTicks(rampTicks(breaks, inView, metric, units), width).map(({ words, share }) => (
          <span key={share} style={{ left: `${100 * share}%` }}>
            {words}
          </span>
        ))}
      </div>
      {/* The buttons have the same words, but for what is loading. */}
      <p className={styles.readout} aria-hidden={told !== null || !isLoading}>
        {told !== null ? (
          ofClass(labels[told] ?? '', briefCounts(bins[told] ?? []))
        ) : isLoading ? (
          <LoadingCount count={view.counts.loading} />
        ) : (
          inView.length > 0 && <span className={styles.hint}>{t('Choose a class to see only its cells.')}</span>
        )}
      </p>
    </div>
  )
}

/** Each language has its own way with a colon. */
function ofClass(label: string, counts: string): string {
  return t('{label}: {counts}', { label, counts })
}

function classCounts(bins: readonly Bin[]): string {
  const [observed, estimated] = [sum(bins, 'observed'), sum(bins, 'estimated')]
  return t('{all, plural, one {# cell} other {# cells}}, {estimated, number} of them estimated', {
    all: observed + estimated,
    estimated,
  })
}

/** The counts in a few characters: `7 and ≈ 3 cells`. */
function briefCounts(bins: readonly Bin[]): string {
  const [observed, estimated] = [sum(bins, 'observed'), sum(bins, 'estimated')]
  if (estimated === 0) return formatCells(observed)
  return observed === 0
    ? `≈ ${formatCells(estimated)}`
    : t('{observed, plural, one {# cell} other {# cells}} and ≈ {estimated, number}', { observed, estimated })
}

function sum(bins: readonly Bin[], row: keyof Bin): number {
  return bins.reduce((total, bin) => total + bin[row], 0)
}

interface RowWordsProps {
  label: string
  row: keyof Bin
  bins: readonly (readonly Bin[])[]
  scale: BarScale
}

/** The words over one row of bars: what it counts, and its tallest bar if that is cut. */
function RowWords({ label, row, bins, scale: { tallest, isCut } }: RowWordsProps) {
  return (
    <p className={styles.row} data-row={row} aria-hidden>
      <span>
        {label} {formatCount(sum(bins.flat(), row))}
      </span>
      {isCut && <span>{t('tallest bar cut: {tallest}', { tallest: formatCount(tallest) })}</span>}
    </p>
  )
}
