import { parentPort } from 'node:worker_threads'

/** Functions that a worker thread computes, by name. Inputs and results must survive structured cloning. */
export type Jobs = Readonly<Record<string, (...input: never[]) => unknown>>

/** One job as it is sent to a worker thread. */
export interface Job {
  readonly name: string
  readonly input: readonly unknown[]
}

export type JobDone =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Computes jobs, one after another, in the worker thread that calls this. */
export function answerJobs(jobs: Jobs): void {
  const port = parentPort
  if (port === null) throw new Error('Expected to run in a worker thread; this is the main one.')
  port.on('message', ({ name, input }: Job) => port.postMessage(doneJob(jobs, name, input)))
}

function doneJob(jobs: Jobs, name: string, input: readonly unknown[]): JobDone {
  try {
    const job = jobs[name] as ((...input: readonly unknown[]) => unknown) | undefined
    if (job === undefined) throw new Error(`There is no job '${name}'.`)
    return { kind: 'done', result: job(...input) }
  } catch (error) {
    return { kind: 'failed', error }
  }
}
