import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { asOfAt } from '../../domain/period.ts'
import { listingFiles } from '../listings/listing-store.ts'
import { ratesFile } from '../rates/exchange-rates.ts'
import type { BuildReport } from './build-periods.ts'

export interface ScheduleOptions {
  readonly dataDir: string
  /** The clock; each new month makes a period due. */
  readonly now: () => Date
  readonly log: Logger
  /**
   * Returns a text that changes whenever the listings in object storage do; left out when listings are only in DATA_DIR.
   */
  readonly lookAtStored?: (() => Promise<string>) | undefined
  /** Builds everything that is due; rejects when that fails or the signal aborts. */
  readonly build: (signal: AbortSignal) => Promise<BuildReport>
  /** Waits `ms` or until the signal aborts; real time by default. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A schedule that builds by itself until it is told to stop. */
export interface BuildSchedule {
  /** Ends a running build and starts no more. */
  windDown(): void
  /** Does the same, and waits until the build has ended. */
  close(): Promise<void>
}

const NO_LISTINGS = ''
const LOOK_EVERY_MS = 60_000
const FIRST_RETRY_MS = 60_000
const LAST_RETRY_MS = 3_600_000

/**
 * Builds at once, at the start of each month, and when listings or rates have changed and then stayed unchanged for a
 * minute. Runs one build at a time; logs a failed build and retries it with longer and longer pauses.
 */
export function startBuildSchedule(options: ScheduleOptions): BuildSchedule {
  const stopping = new AbortController()
  const ended = keepBuilt(options, stopping.signal)
  return {
    windDown: () => stopping.abort(),
    async close() {
      stopping.abort()
      await ended
    },
  }
}

async function keepBuilt(options: ScheduleOptions, signal: AbortSignal): Promise<void> {
  const { log, build, sleep = sleepUnlessAborted } = options
  let builtFrom: string | null = null
  let seen: string | null = null
  let failures = 0
  while (!signal.aborted) {
    try {
      const inputs = await inputsOf(options)
      // Inputs that have just changed may change again: files are imported one by one.
      const isStill = seen === null || inputs === seen
      seen = inputs
      if (inputs !== builtFrom && isStill) {
        if (inputs !== NO_LISTINGS) log.info(await build(signal), 'build done')
        builtFrom = inputs
        failures = 0
      }
    } catch (err) {
      if (signal.aborted) return
      failures++
      log.error({ err, retry_in_seconds: retryAfter(failures) / 1000 }, 'build failed')
    }
    await sleep(failures === 0 ? LOOK_EVERY_MS : retryAfter(failures), signal)
  }
}

function retryAfter(failures: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))
}

/** A text that changes whenever a build could have a different outcome. */
async function inputsOf({ dataDir, now, lookAtStored }: ScheduleOptions): Promise<string> {
  const stored = (await lookAtStored?.()) ?? ''
  const listings = listingFiles(dataDir)
  if (listings.length === 0 && stored === '') return NO_LISTINGS
  const files = [...listings, ratesFile(dataDir)].map((file) => {
    const stat = statSync(file, { throwIfNoEntry: false })
    return [file, stat?.ino, stat?.size, stat?.mtimeMs]
  })
  return JSON.stringify([asOfAt(now()), stored, files])
}

async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
