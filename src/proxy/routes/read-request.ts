import type { Context } from 'hono'
import type { z } from 'zod'
import { invalid, type Parsed } from '../../contract/parsed.ts'
import type { FiguresRequest } from '../../contract/proxy-api.ts'
import type { EditionName } from '../../domain/edition.ts'
import { refuse, refuseValue } from '../access/answers.ts'
import type { Wanted } from '../buying/claims/batch.ts'
import type { FindStrangeFilter } from '../hints/stated/lens-names.ts'
import { parseEditionName } from '../tiles/tile-name.ts'

/** What a purchase asks for, and whether only its cost is requested. */
interface PurchasePost<T> {
  readonly wanted: T
  readonly isDryRun: boolean
}

/**
 * Reads the request of a purchase, `readWanted` its body; returns the refusal where it is invalid, or where the service does
 * not have one of its filters.
 */
export async function readPurchase<T extends { readonly name: EditionName }>(
  c: Context,
  readWanted: (body: unknown) => Parsed<T>,
  strangeFilter: FindStrangeFilter,
): Promise<PurchasePost<T> | Response> {
  const dryRun = readDryRun(c)
  if (dryRun.kind === 'invalid') return refuseValue(c, dryRun)
  const body = await readBody(c)
  if (body === undefined) return refuse(c, 400, 'malformed_request', NO_BODY)
  const read = readWanted(body)
  if (read.kind === 'invalid') return refuseValue(c, read)
  const objection = await strangeFilter(read.value.name)
  if (objection !== null) return refuseValue(c, objection)
  return { wanted: read.value, isDryRun: dryRun.value }
}

/** Reads `?dry_run=1`, which requests the cost only. */
function readDryRun(c: Context): Parsed<boolean> {
  const dryRun = c.req.query('dry_run')
  // Any other value is refused: a request with dry_run is not meant to spend.
  if (dryRun === undefined || dryRun === '1') return { kind: 'ok', value: dryRun === '1' }
  return invalid('dry_run', `expected dry_run=1 for a dry run, found '${dryRun}'`)
}

/** What a client reads whose body `readBody` cannot use. */
export const NO_BODY = 'The body is not JSON, or is nested too deeply.'

/** No request needs more; checking and quoting deeper ones would exhaust the stack. */
const DEEPEST = 16

/** Reads a request's body; undefined when it is not JSON, or nested too deeply. */
export async function readBody(c: Context): Promise<unknown> {
  try {
    const body: unknown = JSON.parse(await c.req.text())
    return isDeeperThan(body, DEEPEST) ? undefined : body
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1))
}

/** Checks a body against its schema; the error names the first invalid field. */
export function readFields<T>(schema: z.ZodType<T>, body: unknown): Parsed<T> {
  const read = schema.safeParse(body)
  if (read.success) return { kind: 'ok', value: read.data }
  const issue = read.error.issues[0]
  const parameter = issue?.path.join('.') || 'body'
  return invalid(parameter, `${parameter}: ${issue?.message ?? 'invalid'}`)
}

/** Reads which figures a body requests, and on what terms they may be bought. */
export function readFigures(request: FiguresRequest): Parsed<Pick<Wanted, 'name' | 'distrustLookups' | 'confirmed'>> {
  const { as_of, lens, resolution, currency, distrust_lookups, confirmed } = request
  const name = parseEditionName({ as_of, lens, resolution: String(resolution), currency })
  if (name.kind === 'invalid') return name
  const terms = { distrustLookups: distrust_lookups ?? false, confirmed: confirmed ?? false }
  return { kind: 'ok', value: { name: name.value, ...terms } }
}

/** Reads the edition named by a path that ends in `:as_of/:lens/:resolution` and by `?currency=`. */
export function readEditionPath(c: Context): Parsed<EditionName> {
  const { as_of = '', lens = '', resolution = '' } = c.req.param() as Record<string, string | undefined>
  return parseEditionName({ as_of, lens, resolution, currency: c.req.query('currency') })
}
