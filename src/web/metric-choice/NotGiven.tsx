import { type Metric, ROW_EXTRAS } from '../../domain/figure.ts'
import { t } from '../language/translate.ts'
import { Notice } from '../ui/Notice.tsx'
import type { ViewCells } from '../view/view-cells.ts'

/** Says that the service gives no figures of a metric, where the cells in view have others. */
export function NotGiven({ view, metric }: { view: ViewCells | null; metric: Metric }) {
  if (!view?.isSettled || !ROW_EXTRAS.some((extra) => extra === metric)) return null
  const figures = view.cells.flatMap(({ figure }) => figure ?? [])
  if (figures.length === 0 || figures.some((figure) => (figure[metric] ?? null) !== null)) return null
  return (
    <Notice kind="info">
      {metric === 'listings'
        ? t('The figures here have no numbers of listings: the service gives none, or gave none when they were bought.')
        : t('The figures here have no average prices: the service gives none, or gave none when they were bought.')}
    </Notice>
  )
}
