import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds between two looks at the event loop. */
const BEAT = 2
/** The main thread's time on a processor and its time waiting for one, in ns; only Linux has it. */
const SCHEDULE = `/proc/self/task/${process.pid}/schedstat`

/** Watches the event loop of this process. */
export function watchLoop() {
  let longest = 0
  let before = { at: performance.now(), waited: waitedMs() }
  setInterval(() => {
    const now = { at: performance.now(), waited: waitedMs() }
    longest = Math.max(longest, now.at - before.at - (now.waited - before.waited) - BEAT)
    before = now
  }, BEAT).unref()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return {
    /** Returns the longest stop since the last time that this was called, in ms, without the waits for a processor. */
    longestMs: () => {
      const stop = longest
      longest = 0
      return stop
    },
    /** Returns the bytes in use, without garbage. */
    bytes: () => {
      // The first time only marks some of what is held outside the heap.
      collect()
      collect()
      const { heapUsed, external } = process.memoryUsage()
      // Collecting stopped the loop too.
      before = { at: performance.now(), waited: waitedMs() }
      return heapUsed + external
    },
  }
}

/** Returns how long other programs have kept this thread from a processor, in ms; 0 where the system does not say. */
function waitedMs(): number {
  try {
    return Number(readFileSync(SCHEDULE, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
