import { cutsCells } from '../areas/chosen/shape-geometry.ts'
import { isMostlyEstimated } from '../areas/spread/mostly-estimated.ts'
import { noFigureWords } from '../areas/summary/no-figure-words.ts'
import { wholeCellsWords } from '../areas/summary/rollup-words.ts'
import { useRecordWord } from '../free/coverage.ts'
import { t } from '../language/translate.ts'
import { noCellsText } from '../tray/card/no-cells-text.ts'
import { unknownWords } from '../tray/compared/unknown-words.ts'
import { mismatchWords, monthsApart } from '../tray/Mismatch.tsx'
import { TrayBasis } from '../tray/TrayBasis.tsx'
import { TrayChart } from '../tray/TrayChart.tsx'
import { OfEachMap } from './OfEachMap.tsx'
import styles from './Report.module.css'
import { FiguresTable, SourcesTable } from './ReportAreaTables.tsx'
import { ReportHistories } from './ReportHistories.tsx'
import { type ReportedArea, type ReportedAreas, useReportedAreas } from './report-areas.ts'

/** The compared areas as each map has them: their spreads on one axis, their figures, and how they changed. Nothing without areas. */
export function ReportAreas() {
  const first = useReportedAreas()
  if (first.areas.length === 0) return null
  return (
    <OfEachMap first={first} read={useReportedAreas}>
      {(of, heading) => <Areas of={of} heading={heading} />}
    </OfEachMap>
  )
}

function Areas({ of, heading }: { of: ReportedAreas; heading: string | null }) {
  const { tray, areas, histories, filters } = of
  const records = useRecordWord()
  const mismatch = mismatchWords(tray)
  return (
    <section className={styles.areas}>
      {heading !== null && <h2>{heading}</h2>}
      <div className={styles.chart}>
        <TrayChart tray={tray}>
          <TrayBasis tray={tray} />
          <p className={styles.quiet}>{filters}</p>
        </TrayChart>
      </div>
      {mismatch !== null && <p>{mismatch}</p>}
      <FiguresTable areas={areas} metric={tray.metric} isRanked={tray.comparability.kind === 'same'} />
      <div className={styles.quiet}>
        <p>
          {t(
            'The middle cell has as many hexagons with a figure above it as below it; the middle half leaves out the highest and the lowest quarter. Each hexagon counts once, however many {records, select, sales {sales} other {listings}} it has, so this is not the median of all {records, select, sales {sales} other {listings}} in the area.',
            { records },
          )}
        </p>
        {areas.some(({ entry }) => cutsCells(entry.chosen.shape)) && <p>{wholeCellsWords()}</p>}
        {areas.some(({ entry }) => isMostlyEstimated(entry.figures)) && (
          <p>{t('≈ stands before figures that come mostly from estimated hexagons.')}</p>
        )}
      </div>
      <SourcesTable areas={areas} />
      {areas.map((area) => (
        <Note key={area.name} of={area} months={monthsApart(area.entry, tray)} />
      ))}
      <ReportHistories areas={histories} />
    </section>
  )
}

/** The months of an area where they differ, and why it has no figure, or one of a part of its cells. */
function Note({ of: { entry, name }, months }: { of: ReportedArea; months: string | null }) {
  const records = useRecordWord()
  const { chosen, area, figures, spread } = entry
  const noCells = noCellsText(chosen.shape, area.resolution ?? 8)
  const words =
    spread === null
      ? noFigureWords(area, { counts: figures.counts, noCellsText: noCells, records })
      : unknownWords(entry)
  return [months, words].map((each) => each !== null && <p key={each}>{t('{name}: {words}', { name, words: each })}</p>)
}
