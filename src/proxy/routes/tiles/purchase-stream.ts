import type { Logger } from 'pino'
import { Gone } from '../../../server/work/gone.ts'
import type { Wanted } from '../../buying/claims/batch.ts'
import { waiterOf } from '../../buying/claims/commitment.ts'
import type { Purchaser } from '../../buying/purchaser.ts'

/** How often an empty line shows that a purchase is still under way, in milliseconds. Pages wait for six of them. */
const SIGN_MS = 10_000

/**
 * Streams a purchase's events, one JSON document a line, with empty lines while there is nothing to say. When the viewer
 * leaves once a call has been made, only the stream ends: the purchase is paid for, so it goes on.
 */
export function streamEvents(
  purchaser: Pick<Purchaser, 'purchase'>,
  wanted: Omit<Wanted, 'waiter'>,
  { log, onEnd }: { log: Logger; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const leaving = new AbortController()
  const isListening = () => !leaving.signal.aborted
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const say = (line: string) => {
        if (isListening()) controller.enqueue(encoder.encode(`${line}\n`))
      }
      const signs = setInterval(() => say(''), SIGN_MS)
      purchaser
        .purchase({ ...wanted, waiter: waiterOf(leaving.signal) }, (event) => say(JSON.stringify(event)))
        .then(() => {
          if (isListening()) controller.close()
        })
        .catch((error: unknown) => {
          if (error instanceof Gone) return
          log.error({ err: error, ...wanted.name }, 'a purchase could not be streamed')
          // The missing last line, the receipt, shows the viewer that the stream is incomplete.
          if (isListening()) controller.error(error)
        })
        .finally(() => {
          clearInterval(signs)
          onEnd()
        })
    },
    cancel: () => {
      leaving.abort()
    },
  })
}
