import type { Metric } from '../../domain/figure.ts'
import { useReading } from '../metric/use-reading.ts'
import { Notice } from '../ui/failures/Notice.tsx'
import type { ViewCells } from '../view/view-cells.ts'
import { notGivenWords } from './gap-words.ts'

/** Says that the service gives no figures of a metric, where the cells in view have others. */
export function NotGiven({ view, metric }: { view: ViewCells | null; metric: Metric }) {
  const { gap, isPending } = useReading()
  // What it is computed with is asked for at its own field.
  const words = gap === null && !isPending ? notGivenWords(view, metric) : null
  return words === null ? null : <Notice kind="info">{words}</Notice>
}
