/** At most this part of the time goes to runs, so that a slow device also gets to draw. */
const SHARE = 1 / 3

/**
 * Returns a function that runs what it is given at the end of the turn, or, sooner after the last run than the pause, in
 * milliseconds, when the pause is over. After a run that kept the page busy for long, the pause is longer.
 */
export function paced(pauseMs: number): (run: () => void) => void {
  let due = Number.NEGATIVE_INFINITY
  return (run) => {
    const wait = due - performance.now()
    const runNow = () => {
      const start = performance.now()
      due = start + pauseMs
      run()
      // What follows from a run is rendered by tasks and microtasks before this one.
      setTimeout(() => {
        const busy = performance.now() - start
        due = start + Math.max(pauseMs, busy / SHARE)
      })
    }
    if (wait <= 0) queueMicrotask(runNow)
    else setTimeout(runNow, wait)
  }
}
