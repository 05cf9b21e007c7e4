import type { Page } from '@playwright/test'
import type { Findings } from '../findings.ts'
import { cellPlace, convertedFigures, counted, type Metric, plain } from '../words.ts'
import type { ViewTruth } from './check-legend.ts'

/** The columns that a wide table has beside that of the metric in force. */
const MEDIANS = ['median_price_per_sqm', 'median_price', 'median_area'] as const

/**
 * Compares the open table with the service's rows: how many it has, which come first and in which order, and every
 * column of those in sight. The truth's rows are those of the cells in view, with figures in US dollars.
 */
export async function checkTable(page: Page, truth: ViewTruth, findings: Findings): Promise<void> {
  const { metric, rate, manner } = truth
  const { count, rows } = await readTable(page)
  const withFigure = [...truth.rows.values()].filter((row) => row !== null)
  findings.same('table: number of rows', counted(withFigure.length, 'hexagon'), count)
  const own = (cell: string) => truth.rows.get(cell)?.[metric] ?? null
  const best = withFigure.flatMap((row) => row[metric] ?? []).sort((a, b) => b - a)
  for (const [index, { cell, texts }] of rows.entries()) {
    const row = truth.rows.get(cell) ?? null
    findings.holds('table: a cell in view with a figure', row !== null, 'a row', `${cell}: ${texts.join(' | ')}`)
    if (row === null) continue
    findings.same(`table: order at ${index + 1}`, best[index] ?? null, own(cell))
    const [place, ...others] = texts
    findings.same(`table: place of ${cell}`, row.name === null ? cell : cellPlace(row.name), place ?? null)
    findings.same(`table: state of ${cell}`, row.estimated ? '≈ Estimated' : 'Observed', others.pop() ?? null)
    const columns: Metric[] = [metric, ...MEDIANS.filter((other) => other !== metric)]
    // Narrow tables have the first of them only.
    for (const [at, text] of others.entries()) {
      const column = columns[at] ?? metric
      const value = row[column] ?? null
      const factor = column === 'median_area' || NEVER_CONVERTED.has(column) ? 1 : rate
      const spelt = value === null ? ['—'] : convertedFigures(value * factor, factor, column, manner)
      const marked = spelt.map((each) => (value !== null && row.estimated ? `≈ ${each}` : each))
      findings.holds(`table: ${column} of ${cell}`, marked.includes(text), marked[0] ?? '', text)
    }
  }
}

const NEVER_CONVERTED: ReadonlySet<Metric> = new Set(['listings', 'rental_yield', 'difference', 'area_for_budget'])

interface TableSeen {
  readonly count: string
  /** The rows in sight from the first, each with the text of its columns. */
  readonly rows: readonly { readonly cell: string; readonly texts: readonly string[] }[]
}

async function readTable(page: Page): Promise<TableSeen> {
  const grid = page.getByRole('grid', { name: 'Hexagons in view' })
  await grid.waitFor()
  const rows = await grid.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>('[role=row][data-key]')].map((row) => ({
      cell: row.dataset.key ?? '',
      texts: [...row.querySelectorAll<HTMLElement>('[role=rowheader], [role=gridcell]')].map(({ innerText }) =>
        innerText.trim(),
      ),
    })),
  )
  const count = await page
    .getByText(/^[\d,]+ hexagons?$/)
    .first()
    .innerText()
  return { count, rows: rows.map(({ cell, texts }) => ({ cell, texts: texts.map(plain) })) }
}
