import { CLASSES } from './draw-names.ts'
import { type Judged, VERDICTS } from './first-results.ts'

/**
 * Prints the table by class, strictly: only the place that was meant, or one of its name, is right. Then the totals with allowance
 * for what was as likely meant, and examples of each verdict. Returns the strict shares.
 */
export function printVerdicts(
  title: string,
  judged: readonly Judged[],
  examples: number,
): { right: number; silent: number } {
  const heads = ['names', ...VERDICTS, 'offered']
  console.log(`\n${title.padEnd(24)}${heads.map((head) => head.padStart(9)).join('')}`)
  const share = (rows: readonly Judged[], holds: (row: Judged) => boolean) => rows.filter(holds).length / rows.length
  const percent = (rows: readonly Judged[], holds: (row: Judged) => boolean) =>
    `${(100 * share(rows, holds)).toFixed(1)} %`
  for (const of of [...CLASSES, 'all'] as const) {
    const rows = judged.filter((row) => of === 'all' || row.of === of)
    const cells = VERDICTS.map((verdict) => percent(rows, (row) => row.verdict === verdict))
    const offered = of === 'nonsense' ? '' : percent(rows, (row) => row.isOffered)
    console.log(of.padEnd(24) + [String(rows.length), ...cells, offered].map((cell) => cell.padStart(9)).join(''))
  }
  const leniently = VERDICTS.map((verdict) => `${verdict} ${percent(judged, (row) => row.lenient === verdict)}`)
  console.log(`where another place that was as likely meant counts as right: ${leniently.join(', ')}`)
  for (const verdict of ['silent', 'marked', 'nothing'] as const) {
    for (const row of judged.filter((each) => each.verdict === verdict).slice(0, examples)) {
      const meant = row.zone?.name ?? row.town?.name ?? 'nothing'
      const where = row.zone?.country ?? row.town?.country ?? '–'
      const offered = row.isOffered ? ', offered below' : ''
      console.log(`  ${verdict}: ${row.typed} → ${row.first}; meant ${meant} (${where}; ${row.of}${offered})`)
    }
  }
  return {
    right: share(judged, ({ verdict }) => verdict === 'right'),
    silent: share(judged, ({ verdict }) => verdict === 'silent'),
  }
}
