import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds between two looks at the event loop. */
const BEAT = 2
/** Milliseconds between two looks at which threads there are. */
const LOOK_MS = 250
/** Each thread's time on a processor and its time waiting for one, in ns; only Linux has it. */
const TASKS = '/proc/self/task'

/** Watches the event loop of this process. */
export function watchLoop() {
  const threads = watchThreads()
  let longest = 0
  let before = look()
  setInterval(() => {
    const now = look()
    longest = Math.max(longest, stopBetween(before, now))
    before = now
  }, BEAT).unref()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  function look(): Look {
    return { at: performance.now(), ...threads.times() }
  }
  return {
    /** Returns the longest stop since the last time that this was called, in ms, without what other programs caused. */
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
      before = look()
      return heapUsed + external
    },
  }
}

/** The state of the process at one moment; times in ms. */
interface Look {
  readonly at: number
  /** How long the main thread has been on a processor. */
  readonly ran: number
  /** How long other programs have kept it from one. */
  readonly waited: number
  /** The same for each other thread, such as those that the garbage collector waits for. */
  readonly others: ReadonlyMap<string, number>
}

/**
 * Returns how long the loop stood still between two looks. What does not count is the time in which other programs had the
 * processor that the main thread, or a thread that it was blocked for, was waiting for.
 */
function stopBetween(before: Look, now: Look): number {
  const ran = now.ran - before.ran
  const blocked = now.at - before.at - (now.waited - before.waited) - ran
  let starved = 0
  for (const [id, waited] of now.others) starved = Math.max(starved, waited - (before.others.get(id) ?? waited))
  return Math.max(0, ran + Math.max(0, blocked - starved) - BEAT)
}

/** Reads the times of this process's threads; all are 0 where the system does not say. */
function watchThreads() {
  const main = String(process.pid)
  const files = new Map<string, number>()
  const buffer = Buffer.alloc(64)
  let lookedAt = Number.NEGATIVE_INFINITY
  const findThreads = () => {
    lookedAt = performance.now()
    const ids = new Set(listThreads())
    for (const [id, file] of files) {
      if (ids.has(id)) continue
      closeSync(file)
      files.delete(id)
    }
    for (const id of ids) {
      if (files.has(id)) continue
      const file = openOf(id)
      if (file !== null) files.set(id, file)
    }
  }
  const timesOf = (file: number): [ran: number, waited: number] => {
    try {
      const [ran = 0, waited = 0] = buffer
        .toString('latin1', 0, readSync(file, buffer, 0, 64, 0))
        .split(' ')
        .map(Number)
      return [ran / 1e6, waited / 1e6]
    } catch {
      // The thread has ended since.
      return [0, 0]
    }
  }
  return {
    times: (): Pick<Look, 'ran' | 'waited' | 'others'> => {
      if (performance.now() - lookedAt >= LOOK_MS) findThreads()
      const others = new Map<string, number>()
      let own: [number, number] = [0, 0]
      for (const [id, file] of files) {
        const times = timesOf(file)
        if (id === main) own = times
        else others.set(id, times[1])
      }
      return { ran: own[0], waited: own[1], others }
    },
  }
}

function listThreads(): string[] {
  try {
    return readdirSync(TASKS)
  } catch {
    return []
  }
}

function openOf(id: string): number | null {
  try {
    return openSync(`${TASKS}/${id}/schedstat`, 'r')
  } catch {
    return null
  }
}
