import { ChevronDown, ChevronUp } from 'lucide-react'
import { useShownUnits } from '../../figures/use-shown-currency.ts'
import { againstWords, windowMonths } from '../../figures/window-words.ts'
import { startOfSentence } from '../../language/formats.ts'
import { t } from '../../language/translate.ts'
import { useEarlierEdition } from '../../metric/use-earlier-edition.ts'
import { useMetricTitle } from '../../metric/use-metric-title.ts'
import { useIsNoColorsNoticed, useNoColors } from '../../metric-choice/use-no-colors.ts'
import { hasClasses, type Scale } from '../../scale/use-scale.ts'
import { useAddress } from '../../state/use-address.ts'
import type { ViewCells } from '../../view/view-cells.ts'
import { ClassRamp } from './ClassRamp.tsx'
import styles from './LegendStrip.module.css'

interface LegendStripProps {
  view: ViewCells | null
  scale: Scale | null
  isOpen: boolean
  onToggle: () => void
}

/** A phone's legend while it is closed: what the colours stand for, from which months and at which resolution. */
export function LegendStrip({ view, scale, isOpen, onToggle }: LegendStripProps) {
  const metric = useAddress((address) => address.metric)
  const units = useShownUnits(view?.edition ?? null)
  const title = useMetricTitle(units)
  const since = useEarlierEdition(view?.name ?? null)
  const noColors = useNoColors(view)
  const isNoticed = useIsNoColorsNoticed()
  const Icon = isOpen ? ChevronDown : ChevronUp
  return (
    <button type="button" data-on-paper className={styles.strip} aria-expanded={isOpen} onClick={onToggle}>
      {isOpen ? (
        <span className={styles.label}>{t('Legend')}</span>
      ) : (
        <span className={styles.lines}>
          <span className={styles.label}>{title}</span>{' '}
          {view?.edition && (
            <span className={styles.window}>
              {startOfSentence(
                t('{months}, resolution {resolution, number}', {
                  months: since ? `${windowMonths(view.edition)} ${againstWords(since)}` : windowMonths(view.edition),
                  resolution: view.name.resolution,
                }),
              )}
            </span>
          )}
          {view && scale && units && hasClasses(scale, view, metric) && (
            <ClassRamp view={view} scale={scale} metric={metric} units={units} />
          )}
          {noColors !== null && !isNoticed && <span className={styles.noColors}>{noColors}</span>}
        </span>
      )}
      <Icon size={18} aria-hidden className={styles.chevron} />
    </button>
  )
}
