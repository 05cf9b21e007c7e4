/**
 * Returns a function that runs what it is given at the end of the turn, or, sooner after the last run than the pause, in
 * milliseconds, when the pause is over.
 */
export function paced(pauseMs: number): (run: () => void) => void {
  let lastRun = Number.NEGATIVE_INFINITY
  return (run) => {
    const wait = lastRun + pauseMs - performance.now()
    const runNow = () => {
      lastRun = performance.now()
      run()
    }
    if (wait <= 0) queueMicrotask(runNow)
    else setTimeout(runNow, wait)
  }
}
