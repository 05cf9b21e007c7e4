import { rowsWithMetric } from '../derive-metric.ts'
import type { Findings } from '../findings.ts'
import type { PanelSeen, Seen } from '../read-page.ts'
import type { Row, Selection } from '../service-answers.ts'
import type { Stop } from '../stops.ts'
import type { Walk } from '../walk.ts'
import { checkCircle, checkPlace } from './check-area.ts'
import type { ViewTruth } from './check-legend.ts'

/** Compares the panel of a stop's circle and the card of its place. */
export async function checkChosenAreas(
  walk: Walk,
  stop: Stop,
  seen: Seen,
  truth: ViewTruth,
  findings: Findings,
): Promise<void> {
  const { service } = walk
  const selectionOf = (panel: PanelSeen): Selection => {
    const said = panel.lines.map((line) => /, at resolution (\d)/.exec(line)?.[1]).find((each) => each !== undefined)
    return { lens: stop.lens, resolution: Number(said), currency: truth.manner.currency }
  }
  const areaRows = async (selection: Selection, selector: Readonly<Record<string, string>>) => {
    const byCell = async (each: Selection) =>
      new Map((await service.rowsIn(each, selector)).map((row): [string, Row | null] => [row.h3, row]))
    return [...(await rowsWithMetric(stop, selection, byCell)).values()].filter((row) => row !== null)
  }
  const source = { service, areaRows }
  if (stop.circle !== null) {
    findings.holds('circle: panel', seen.circle !== null, 'a panel', 'none')
    if (seen.circle) await checkCircle(seen.circle, stop.circle, selectionOf(seen.circle), truth, source, findings)
  }
  if (stop.place === null) return
  findings.holds('place: card', seen.place !== null, 'a card', 'none')
  if (seen.place === null) return
  const selection = selectionOf(seen.place)
  const isCoarser = seen.place.lines.some((line) => line.includes('the finest possible here'))
  findings.same('place: resolution', String(selection.resolution < stop.place.resolution), String(isCoarser))
  await checkPlace(seen.place, stop.place.zone, selection, truth, source, findings)
}
