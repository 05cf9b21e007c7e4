import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from '../../server/http/running-server.ts'
import { say } from '../environment/terminal.ts'

/** npm passes Ctrl-C on although the terminal also sends it: two signals within this many ms count as one. */
const SAME_KEY_MS = 400
/** How long closing can take before a message explains the wait, in ms. */
const PATIENCE_MS = 1_500
/** How long closing can take before the process exits anyway, in ms: more than the servers' own limits together. */
const CLOSE_LIMIT_MS = 40_000

/**
 * Waits for Ctrl-C, SIGTERM or the end of the terminal (SIGHUP), then ends the process: winds the parts down, gives
 * clients `drainSeconds` to notice, and closes the parts in the given order. Exits with 0; with 1 when that takes too
 * long, or at once at a second signal.
 */
export async function runUntilStopped(parts: readonly Partial<RunningServer>[], drainSeconds: number): Promise<never> {
  await new Promise<void>((stopped) => {
    let first: number | null = null
    const stop = () => {
      first ??= performance.now()
      if (performance.now() - first > SAME_KEY_MS) process.exit(1)
      stopped()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    process.on('SIGHUP', stop)
  })
  say('Stopping …')
  for (const part of parts) part.windDown?.()
  await sleep(drainSeconds * 1000)
  setTimeout(() => say('Finishing running requests; press Ctrl-C again to stop now and lose them.'), PATIENCE_MS)
  setTimeout(() => process.exit(1), CLOSE_LIMIT_MS)
  for (const part of parts) await part.close?.()
  // Anything that still keeps the process alive, such as an idle connection, can be dropped.
  process.exit(0)
}
