import type { Context, Handler } from 'hono'
import type { Logger } from 'pino'
import { purchaseRequest } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { type Named, parseEditionName, parseParent } from '../core/tile-name.ts'
import type { Wanted } from '../io/claims.ts'
import type { Purchaser } from '../io/purchaser.ts'
import { refuse, refuseValue } from './answers.ts'

/** `POST /api/purchases`: the one route that spends. Answers a stream of purchase events, one JSON document a line. */
export function purchaseRoute(purchaser: Purchaser, log: Logger): Handler {
  return async (c) => {
    const body = await readBody(c)
    if (body === undefined) return refuse(c, 400, 'malformed_request', 'The body is not JSON.')
    const wanted = readWanted(body)
    if (wanted.kind === 'invalid') return refuseValue(c, wanted)
    c.header('Content-Type', 'application/x-ndjson')
    c.header('Cache-Control', 'no-store')
    // Keeps nginx from holding tiles back until the last has come.
    c.header('X-Accel-Buffering', 'no')
    return c.body(streamEvents(purchaser, wanted.name, log))
  }
}

async function readBody(c: Context): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text())
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readWanted(body: unknown): Named<Wanted> {
  const request = purchaseRequest.safeParse(body)
  if (!request.success) {
    const issue = request.error.issues[0]
    const parameter = issue?.path.join('.') || 'body'
    return { kind: 'invalid', parameter, message: `${parameter}: ${issue?.message ?? 'not understood'}` }
  }
  const { as_of, lens, resolution, parents, distrust_lookups } = request.data
  const edition = parseEditionName({ as_of, lens, resolution: String(resolution) })
  if (edition.kind === 'invalid') return edition
  const cells = new Set<Cell>()
  for (const raw of parents) {
    const parent = parseParent(raw, edition.name.resolution)
    if (parent.kind === 'invalid') return parent
    cells.add(parent.name)
  }
  const name = { name: edition.name, parents: [...cells], distrustLookups: distrust_lookups ?? false }
  return { kind: 'ok', name }
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
