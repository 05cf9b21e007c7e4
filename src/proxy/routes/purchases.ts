import type { Context, Handler } from 'hono'
import type { Logger } from 'pino'
import { invalid, type Parsed } from '../../contract/parsed.ts'
import { purchaseRequest } from '../../contract/proxy-api.ts'
import type { Cell, Resolution } from '../../domain/cell.ts'
import { refuse, refuseValue } from '../access/answers.ts'
import type { ViewerReader } from '../access/viewer.ts'
import type { Wanted } from '../buying/batch.ts'
import type { Purchaser } from '../buying/purchaser.ts'
import { parseEditionName, parseParent } from '../tiles/tile-name.ts'

/** `POST /api/purchases`: buys tiles; with `?dry_run=1` tells what they would cost. Answers a stream of purchase events, one JSON document a line. */
export function purchaseRoute(
  { purchaser, log }: { purchaser: Purchaser; log: Logger },
  viewerOf: ViewerReader,
): Handler {
  return async (c) => {
    const dryRun = readDryRun(c)
    if (dryRun.kind === 'invalid') return refuseValue(c, dryRun)
    const body = await readBody(c)
    if (body === undefined) return refuse(c, 400, 'malformed_request', 'The body is not JSON.')
    const read = readWanted(body)
    if (read.kind === 'invalid') return refuseValue(c, read)
    const wanted = { ...read.value, viewer: viewerOf(c) }
    if (dryRun.value) {
      c.header('Cache-Control', 'no-store')
      return c.json(await purchaser.quote(wanted))
    }
    c.header('Content-Type', 'application/x-ndjson')
    c.header('Cache-Control', 'no-store')
    // Keeps nginx from holding tiles back until the last has come.
    c.header('X-Accel-Buffering', 'no')
    return c.body(streamEvents(purchaser, wanted, log))
  }
}

/** Whether it is only asked what something would cost. */
export function readDryRun(c: Context): Parsed<boolean> {
  const dryRun = c.req.query('dry_run')
  // Whatever else it is meant to say, it is not meant to spend.
  if (dryRun === undefined || dryRun === '1') return { kind: 'ok', value: dryRun === '1' }
  return invalid('dry_run', `'${dryRun}' is no way to ask for a dry run: give dry_run=1.`)
}

/** The body of a request; undefined when it is not JSON. */
export async function readBody(c: Context): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text())
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readWanted(body: unknown): Parsed<Omit<Wanted, 'viewer'>> {
  const request = purchaseRequest.safeParse(body)
  if (!request.success) {
    const issue = request.error.issues[0]
    const parameter = issue?.path.join('.') || 'body'
    return invalid(parameter, `${parameter}: ${issue?.message ?? 'not understood'}`)
  }
  const { as_of, lens, resolution, currency, parents, around = [], distrust_lookups, confirmed } = request.data
  const edition = parseEditionName({ as_of, lens, resolution: String(resolution), currency })
  if (edition.kind === 'invalid') return edition
  const inView = readParents(parents, edition.value.resolution)
  if (inView.kind === 'invalid') return inView
  const beside = readParents(around, edition.value.resolution)
  if (beside.kind === 'invalid') return beside
  const value = {
    name: edition.value,
    parents: [...inView.value],
    around: [...beside.value].filter((parent) => !inView.value.has(parent)),
    distrustLookups: distrust_lookups ?? false,
    confirmed: confirmed ?? false,
  }
  return { kind: 'ok', value }
}

function readParents(raws: readonly string[], resolution: Resolution): Parsed<Set<Cell>> {
  const parents = new Set<Cell>()
  for (const raw of raws) {
    const parent = parseParent(raw, resolution)
    if (parent.kind === 'invalid') return parent
    parents.add(parent.value)
  }
  return { kind: 'ok', value: parents }
}

/** The viewer's leaving ends the stream only: what is being bought is paid for, and is kept. */
function streamEvents(purchaser: Purchaser, wanted: Wanted, log: Logger): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isListening = true
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      purchaser
        .purchase(wanted, (event) => {
          if (isListening) controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`))
        })
        .then(() => {
          if (isListening) controller.close()
        })
        .catch((error: unknown) => {
          log.error({ err: error, ...wanted.name }, 'a purchase could not be told')
          // Without its last line, the receipt, the viewer knows that the stream is not whole.
          if (isListening) controller.error(error)
        })
    },
    cancel: () => {
      isListening = false
    },
  })
}
