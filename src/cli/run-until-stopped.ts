import { say } from './terminal.ts'

/** npm passes Ctrl-C on to a program that the terminal has told of it, too: twice within this many ms is once. */
const SAME_KEY_MS = 400
/** How long closing may take before a person is told what it waits for, in ms. */
const PATIENCE_MS = 1_500
/** How long closing may take before the process ends all the same, in ms. */
const CLOSE_LIMIT_MS = 30_000

/** Waits for Ctrl-C or SIGTERM, then closes all in the order given and ends the process; a second one ends it at once. */
export async function runUntilStopped(closers: readonly (() => Promise<void> | void)[]): Promise<never> {
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
  setTimeout(() => say('Finishing what is being bought; once more ends at once and loses it.'), PATIENCE_MS)
  setTimeout(() => process.exit(1), CLOSE_LIMIT_MS)
  for (const close of closers) await close()
  // Whatever still keeps the process alive, such as a browser's idle connection, has nothing left to lose.
  process.exit(0)
}
