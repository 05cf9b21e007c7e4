import { Worker } from 'node:worker_threads'
import { Gone } from './gone.ts'
import type { Job, JobDone, Jobs } from './worker-jobs.ts'

/** The job took too long; its thread was ended. */
export class JobTooLong extends Error {}

interface JobOptions {
  /** Once aborted, a waiting job is dropped and the result of the running one ignored; the promise rejects at once. */
  readonly signal?: AbortSignal | undefined
  /** Runs before all jobs that are not urgent. */
  readonly isUrgent?: boolean
  /** Milliseconds that it may run; without limit unless given. */
  readonly longest?: number
  /** Memory of the input that is given to the thread instead of being copied; it is empty here afterwards. */
  readonly given?: readonly ArrayBuffer[]
}

/** A thread that computes one job after another, so that long computations do not stop the event loop. */
export interface WorkerThread<Known extends Jobs> {
  /** Rejects with the job's own error, `Gone` or `JobTooLong`. */
  run<Name extends keyof Known & string>(
    name: Name,
    input: Parameters<Known[Name]>,
    options?: JobOptions,
  ): Promise<ReturnType<Known[Name]>>
  /** Ends the thread; unfinished jobs reject. */
  close(): Promise<void>
}

interface Waiting extends JobOptions {
  readonly job: Job
  resolve(result: never): void
  reject(error: unknown): void
}

/**
 * Prepares a thread that runs `file`, which calls `answerJobs` with the same jobs. It starts with the first job. A job that
 * needs more than `mostMegabytes` ends the thread and rejects.
 */
export function createWorkerThread<Known extends Jobs>(
  file: string,
  { mostMegabytes }: { mostMegabytes?: number } = {},
): WorkerThread<Known> {
  let worker: Worker | null = null
  let running: Waiting | null = null
  let timer: NodeJS.Timeout | undefined
  const queue: Waiting[] = []

  const settle = (end: (job: Waiting) => void) => {
    const ended = running
    clearTimeout(timer)
    running = null
    if (ended !== null) end(ended)
    runNext()
  }
  const start = (): Worker => {
    const limits = mostMegabytes === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } }
    const started = new Worker(file, { name: 'computing', ...limits })
    started.unref()
    started.on('message', (done: JobDone) => {
      if (worker !== started) return
      started.unref()
      settle((job) => (done.kind === 'done' ? job.resolve(done.result as never) : job.reject(done.error)))
    })
    started.on('error', (error) => end(started, error))
    started.on('exit', (code) => end(started, new Error(`The computing thread exited with code ${code}.`)))
    return started
  }
  /** The next job starts another thread. */
  const end = (ended: Worker, error: unknown): void => {
    if (worker !== ended) return
    worker = null
    settle((job) => job.reject(error))
  }
  const runNext = (): void => {
    const next = running === null ? queue.shift() : undefined
    if (next === undefined) return
    running = next
    worker ??= start()
    const busy = worker
    // The process must not end while somebody waits for the result.
    busy.ref()
    if (next.longest !== undefined) {
      timer = setTimeout(() => {
        void busy.terminate()
        end(busy, new JobTooLong(`${next.job.name} took longer than ${next.longest} ms.`))
      }, next.longest)
    }
    busy.postMessage(next.job, next.given ?? [])
  }
  const enqueue = (added: Waiting): void => {
    const after = added.isUrgent ? queue.findIndex(({ isUrgent }) => !isUrgent) : -1
    queue.splice(after < 0 ? queue.length : after, 0, added)
    runNext()
  }
  return {
    run: (name, input, options = {}) =>
      new Promise((resolve, reject) => {
        const { signal } = options
        const added: Waiting = { ...options, job: { name, input }, resolve: done(resolve), reject: done(reject) }
        function done<Value>(pass: (value: Value) => void) {
          return (value: Value) => {
            signal?.removeEventListener('abort', leave)
            pass(value)
          }
        }
        function leave() {
          const at = queue.indexOf(added)
          if (at >= 0) queue.splice(at, 1)
          added.reject(new Gone())
        }
        if (signal?.aborted) return leave()
        signal?.addEventListener('abort', leave)
        enqueue(added)
      }),
    close: async () => {
      const closing = worker
      const unfinished = queue.splice(0)
      const error = new Error('The computing thread was closed.')
      for (const job of unfinished) job.reject(error)
      if (closing === null) return
      end(closing, error)
      await closing.terminate()
    },
  }
}
