import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RESOLUTIONS } from '../../domain/cell.ts'
import { JOBS } from '../../proxy/jobs.ts'
import { Gone } from './gone.ts'
import { createWorkerThread, JobTooLong, type WorkerThread } from './worker-thread.ts'

/** The cells of a circle of 500 km take seconds at the finest resolution. */
const ENDLESS = [{ lat: 41, lng: 2, radius_km: 500 }, 8] as const
const SMALL = { lat: 41, lng: 2, radius_km: 3 }

let thread: WorkerThread<typeof JOBS>

beforeEach(() => {
  thread = createWorkerThread<typeof JOBS>(createRequire(import.meta.url).resolve('#worker/proxy.js'))
})
afterEach(() => thread.close())

it('returns what the job itself returns', async () => {
  for (const resolution of RESOLUTIONS) {
    expect(await thread.run('cellsOfCircle', [SMALL, resolution])).toEqual(JOBS.cellsOfCircle(SMALL, resolution))
  }
})

it('rejects with the job’s own error, and continues', async () => {
  const broken = { lat: Number.NaN, lng: 2, radius_km: 3 }
  await expect(thread.run('cellsOfCircle', [broken, 8])).rejects.toThrow()
  expect((await thread.run('cellsOfCircle', [SMALL, 8])).length).toBeGreaterThan(0)
})

it('ends a job that takes too long, and runs the next one', async () => {
  const long = thread.run('cellsOfCircle', [...ENDLESS], { longest: 20 })
  const next = thread.run('cellsOfCircle', [SMALL, 8])
  await expect(long).rejects.toThrow(JobTooLong)
  expect((await next).length).toBeGreaterThan(0)
})

it('drops waiting jobs that nobody wants, does not wait for a running one, and runs urgent ones first', async () => {
  const done: string[] = []
  const run = (name: string, options: Parameters<typeof thread.run>[2]) =>
    thread.run('cellsOfCircle', [SMALL, 8], options).then(() => done.push(name))
  const leaving = new AbortController()
  const running = thread.run('cellsOfCircle', [{ ...SMALL, radius_km: 60 }, 8], { signal: leaving.signal })
  const left = run('left', { signal: leaving.signal })
  const others = [
    run('quote', { isUrgent: false }),
    run('purchase', { isUrgent: true }),
    run('later', { isUrgent: true }),
  ]
  leaving.abort('a mere text')
  await expect(running).rejects.toThrow(Gone)
  await expect(left).rejects.toThrow(Gone)
  await Promise.all(others)
  expect(done).toEqual(['purchase', 'later', 'quote'])
})

it('rejects what is unfinished when it is closed', async () => {
  const jobs = [thread.run('cellsOfCircle', [...ENDLESS]), thread.run('cellsOfCircle', [SMALL, 8])]
  const ends = Promise.all(jobs.map((job) => expect(job).rejects.toThrow('closed')))
  await thread.close()
  await ends
})
