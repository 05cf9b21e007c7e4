import type { Findings } from './findings.ts'
import { readHeldPieces } from './held-pieces.ts'
import { METHODS, type Method, recomputeBreaks, spreadWithin } from './recompute-breaks.ts'
import type { Row, Selection, ServiceAnswers } from './service-answers.ts'
import { territoryTest } from './territory-cells.ts'
import { PUBLISHED, type Published } from './words.ts'

/** What the proxy says of classes at a point. */
type Said =
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

/** How long to wait for what the proxy computes again, in milliseconds. */
const REUSED_MS = 15_000

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
 * are held now, decided ones from those that were held when they were made. Tiles are kept in the order in which they were
 * bought, so the number of cells tells when that was; where it fits several moments, the breaks have to fit one of them.
 */
export async function checkBreaks(
  said: Said,
  classes: ClassesOf,
  proxy: ProxySource,
  service: ServiceAnswers,
  findings: Findings,
  isAgain = false,
): Promise<void> {
  if (said.kind === 'none' || said.breaks === null) return
  if (said.provisional && !isAgain && (await valuesWhenMade(said, classes, proxy, service)).length === 0) {
    // The proxy reuses what it has computed for a while; parts may have become whole tiles since.
    await new Promise((resolve) => setTimeout(resolve, REUSED_MS))
    await checkBreaks(await askForClasses(proxy, classes), classes, proxy, service, findings, true)
    return
  }
  const { territory, observed, provisional, breaks } = said
  const isEnough = observed >= DECIDING || observed >= ENOUGH || territory.level === 'country'
  if (!provisional) findings.holds('breaks: enough cells decide', isEnough, `at least ${ENOUGH}`, String(observed))
  const candidates = await valuesWhenMade(said, classes, proxy, service)
  findings.holds('breaks: cells', candidates.length > 0, 'as many cells as were held at some time', String(observed))
  const fits = (method: Method, values: readonly number[]) => fitsValues(method, breaks[method], values)
  const best = candidates.find((values) => METHODS.every((method) => fits(method, values))) ?? candidates.at(-1)
  if (best === undefined) return
  for (const method of METHODS) {
    const own = String(recomputeBreaks(method, best))
    findings.holds(`breaks: ${method} of ${territory.geo_id}`, fits(method, best), own, String(breaks[method]))
  }
}

/** Natural groups may be split in several ways that are equally good; the other methods have one result. */
function fitsValues(method: Method, given: readonly number[], values: readonly number[]): boolean {
  const own = recomputeBreaks(method, values)
  if (String(own) === String(given)) return true
  const isAsGood = spreadWithin(values, given) <= spreadWithin(values, own) * (1 + 1e-9)
  return method === 'jenks' && given.length === own.length && isAsGood
}

/** Returns each set with as many values as the classes were made from. */
async function valuesWhenMade(
  { territory, observed, provisional }: Extract<Said, { kind: 'territory' }>,
  { as_of, selection, metric }: ClassesOf,
  { dataDir }: ProxySource,
  service: ServiceAnswers,
): Promise<number[][]> {
  const isIn = await territoryTest(service, territory, selection.resolution)
  const { tiles, parts } = readHeldPieces(dataDir, as_of, selection)
  const rowsIn = async (cells: readonly string[]): Promise<Row[]> => {
    const rows = await service.rowsOf(selection, cells.filter(isIn))
    return [...rows.values()].filter((row) => row !== null)
  }
  const inParts = await rowsIn(parts)
  const inTiles: Row[] = []
  const found: number[][] = []
  for (const tile of [[], ...tiles]) {
    const added = await rowsIn(tile)
    if (tile.length > 0 && added.length === 0) continue
    inTiles.push(...added)
    // Whether parts were held by then is not known.
    for (const rows of [inTiles, [...inTiles, ...inParts]]) {
      const values = decidingValues(rows, metric, provisional)
      if (values.length === observed) found.push(values)
    }
  }
  return found
}

/** Returns how many figures are held of a place's cells. */
export async function countHeld(
  territory: { readonly geo_id: string; readonly level: string },
  { as_of, selection, metric }: ClassesOf,
  { dataDir }: ProxySource,
  service: ServiceAnswers,
): Promise<number> {
  const isIn = await territoryTest(service, territory, selection.resolution)
  const { tiles, parts } = readHeldPieces(dataDir, as_of, selection)
  const rows = await service.rowsOf(selection, [...tiles.flat(), ...parts].filter(isIn))
  return [...rows.values()].filter((row) => (row?.[metric] ?? null) !== null).length
}

function decidingValues(rows: readonly Row[], metric: Published, provisional: boolean): number[] {
  const valuesOf = (some: readonly Row[]) => some.flatMap((row) => row[metric] ?? [])
  const own = valuesOf(rows.filter(({ estimated }) => !estimated))
  return provisional && own.length < LEAST_OBSERVED ? valuesOf(rows) : own
}
