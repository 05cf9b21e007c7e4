import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from '../../server/running-server.ts'
import { say } from '../environment/terminal.ts'

/** npm passes Ctrl-C on to a program that the terminal has told of it, too: twice within this many ms is once. */
const SAME_KEY_MS = 400
/** How long closing may take before a person is told what it waits for, in ms. */
const PATIENCE_MS = 1_500
/** How long closing may take before the process ends all the same, in ms: more than the servers' own bounds together. */
const CLOSE_LIMIT_MS = 40_000

/**
 * Waits for Ctrl-C or SIGTERM and ends the process: the parts are wound down, those who send requests have `drainSeconds`
 * to notice, then the parts are closed in the order given. Exits with 0; with 1 when that takes too long, or at once at a
 * second signal.
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
  })
  say('Stopping …')
  for (const part of parts) part.windDown?.()
  await sleep(drainSeconds * 1000)
  setTimeout(() => say('Finishing what is under way; once more ends at once and loses it.'), PATIENCE_MS)
  setTimeout(() => process.exit(1), CLOSE_LIMIT_MS)
  for (const part of parts) await part.close?.()
  // Whatever still keeps the process alive, such as a browser's idle connection, has nothing left to lose.
  process.exit(0)
}
