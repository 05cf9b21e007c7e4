import type { Findings } from '../findings.ts'
import { readHoldings } from '../holdings.ts'
import { METHODS, type Method, recomputeBreaks } from '../recompute-breaks.ts'
import type { Row, Selection, ServiceAnswers } from '../service-answers.ts'
import { territoryTest } from '../territory-cells.ts'
import { PUBLISHED, type Published } from '../words.ts'

/** What the proxy says of classes at a point. */
export type Said =
  | {
      readonly kind: 'territory'
      readonly territory: { readonly geo_id: string; readonly level: string }
      readonly breaks: Readonly<Record<Method, readonly number[]>> | null
      readonly provisional: boolean
      readonly observed: number
    }
  | { readonly kind: 'none' }

/** Where a market's page and its ledger are. */
export interface ProxySource {
  readonly page: string
  readonly dataDir: string
}

/** Classes whose breaks are recomputed. */
export interface ClassesOf {
  readonly as_of: string
  readonly selection: Selection
  readonly metric: Published
  /** What the proxy was asked about. */
  readonly at: { readonly lat: number; readonly lng: number }
}

/** With fewer observed cells, provisional classes come from the estimated ones, too. */
const LEAST_OBSERVED = 8
/** Observed cells that decide classes, and that suffice when nothing more is to come. */
const [DECIDING, ENOUGH] = [200, 35]

/** How long to wait for what the proxy computes again, in milliseconds, and how often. */
const [REUSED_MS, TIMES_MAX] = [15_000, 4]

export function isPublished(metric: string): metric is Published {
  return PUBLISHED.some((published) => published === metric)
}

/** Asks the proxy for the classes at a point: what every reader gets there. */
export async function askForClasses({ page }: ProxySource, { as_of, selection, metric, at }: ClassesOf): Promise<Said> {
  const path = `${as_of}/${encodeURIComponent(selection.lens)}/${selection.resolution}/${metric}`
  const response = await fetch(`${page}/api/scales/${path}?lat=${at.lat}&lng=${at.lng}`)
  if (!response.ok) throw new Error(`${response.status} for the classes of ${path}: ${await response.text()}`)
  return (await response.json()) as Said
}

/**
 * Compares the breaks of all methods with those computed from the service's figures: provisional ones from the cells that
 * are held now, decided ones from those that were held when they were made. What is held only grows, so the number of cells
 * tells when that was; where it fits several moments, the breaks have to fit one of them.
 */
export async function checkBreaks(
  said: Said,
  classes: ClassesOf,
  proxy: ProxySource,
  service: ServiceAnswers,
  findings: Findings,
  times = 1,
): Promise<void> {
  if (said.kind === 'none' || said.breaks === null) return
  if (said.provisional && times < TIMES_MAX && (await valuesWhenMade(said, classes, proxy, service)).length === 0) {
    // The proxy reuses what it has computed for a while, during which something may have been bought.
    await new Promise((resolve) => setTimeout(resolve, REUSED_MS))
    await checkBreaks(await askForClasses(proxy, classes), classes, proxy, service, findings, times + 1)
    return
  }
  const { territory, observed, provisional, breaks } = said
  const isEnough = observed >= DECIDING || observed >= ENOUGH || territory.level === 'country'
  if (!provisional) findings.holds('breaks: enough cells decide', isEnough, `at least ${ENOUGH}`, String(observed))
  const candidates = await valuesWhenMade(said, classes, proxy, service)
  // The proxy reads tile by tile, so purchases in between can leave some out that were bought before others.
  const isTorn =
    !provisional && candidates.length === 0 && observed < (await countHeld(territory, classes, proxy, service))
  if (isTorn) console.log(`the classes of ${territory.geo_id}, from ${observed} cells, were decided during a purchase`)
  const isTrue = candidates.length > 0 || isTorn
  findings.holds('breaks: cells', isTrue, 'as many cells as were held at some time', String(observed))
  const fits = (method: Method, values: readonly number[]) => fitsValues(method, breaks[method], values)
  const best = candidates.find((values) => METHODS.every((method) => fits(method, values))) ?? candidates.at(-1)
  if (best === undefined) return
  for (const method of METHODS) {
    const own = recomputeBreaks(method, best).join(' or ')
    findings.holds(`breaks: ${method} of ${territory.geo_id}`, fits(method, best), own, String(breaks[method]))
  }
}

function fitsValues(method: Method, given: readonly number[], values: readonly number[]): boolean {
  return recomputeBreaks(method, values).some((own) => String(own) === String(given))
}

/**
 * Returns each set of values that was held at some time and has as many as the classes were made from; of provisional
 * classes only the one that is held now.
 */
async function valuesWhenMade(
  { territory, observed, provisional }: Extract<Said, { kind: 'territory' }>,
  { as_of, selection, metric }: ClassesOf,
  { dataDir }: ProxySource,
  service: ServiceAnswers,
): Promise<number[][]> {
  const isIn = await territoryTest(service, territory, selection.resolution)
  const held = new Map<string, Row | null>()
  const sets: number[][] = []
  for (const piece of readHoldings(dataDir, as_of, selection)) {
    const added = piece.filter((cell) => !held.has(cell) && isIn(cell))
    if (added.length === 0) continue
    for (const [cell, row] of await service.rowsOf(selection, added)) held.set(cell, row)
    const rows = [...held.values()].filter((row) => row !== null)
    sets.push(decidingValues(rows, metric, provisional))
  }
  return (provisional ? sets.slice(-1) : sets).filter(({ length }) => length === observed)
}

/** Returns how many figures are held of a place's cells. */
export async function countHeld(
  territory: { readonly geo_id: string; readonly level: string },
  { as_of, selection, metric }: ClassesOf,
  { dataDir }: ProxySource,
  service: ServiceAnswers,
): Promise<number> {
  const isIn = await territoryTest(service, territory, selection.resolution)
  const cells = new Set(readHoldings(dataDir, as_of, selection).flat())
  const rows = await service.rowsOf(selection, [...cells].filter(isIn))
  return [...rows.values()].filter((row) => (row?.[metric] ?? null) !== null).length
}

function decidingValues(rows: readonly Row[], metric: Published, provisional: boolean): number[] {
  const valuesOf = (some: readonly Row[]) => some.flatMap((row) => row[metric] ?? [])
  const own = valuesOf(rows.filter(({ estimated }) => !estimated))
  return provisional && own.length < LEAST_OBSERVED ? valuesOf(rows) : own
}
