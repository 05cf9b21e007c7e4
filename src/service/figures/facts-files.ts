import { statSync } from 'node:fs'
import type { DuckDBValue } from '@duckdb/node-api'
import { LRUCache } from 'lru-cache'
import { createFileFaults, type FaultLog, FileUnreadable } from '../../server/storage/file-faults.ts'
import { type FactsFile, type FactsQuery, openFactsFile } from './facts-file.ts'

/** The listings of several periods. */
export interface FactsFiles {
  /** Reads a file, opening it on first use; rejects with `FileUnreadable` when that is not possible. */
  rows(file: string, query: FactsQuery): Promise<DuckDBValue[][]>
  /** True while a file cannot be read. Tries files that have changed since. */
  isDegraded(): boolean
  close(): void
}

/** How many periods' listings stay open: a map needs one period, a history several. */
const FILES_OPEN = 4

/** Starts with nothing open. A file that cannot be read is logged once, and tried again by each query. */
export function createFactsFiles(log: FaultLog | null): FactsFiles {
  const faults = createFileFaults(log)
  /** The versions of the files that could not be read. */
  const failed = new Map<string, string | null>()
  const open = new LRUCache<string, Promise<FactsFile>>({
    max: FILES_OPEN,
    // The query that found the file unreadable has failed already.
    dispose: (opening) => void opening.then((file) => file.close()).catch(() => {}),
  })
  const opened = async (file: string): Promise<FactsFile> => {
    // It may have been closed since the last query, for another period.
    const opening = open.get(file) ?? openFactsFile(file)
    open.set(file, opening)
    const facts = await opening
    faults.end(file)
    failed.delete(file)
    return facts
  }
  const giveUp = (file: string, error: unknown): never => {
    // After some faults, DuckDB refuses every further query of what it has open.
    open.delete(file)
    failed.set(file, versionOf(file))
    faults.begin(file, error)
    throw new FileUnreadable(`${file} cannot be read`, { cause: error })
  }
  const rows = async (file: string, query: FactsQuery) => {
    const find = () => opened(file).catch((error: unknown) => giveUp(file, error))
    let facts = await find()
    // Other queries may have closed it, for their periods, before this one continued.
    while (facts.isClosed()) facts = await find()
    try {
      return await facts.rows(query)
    } catch (error) {
      return isFactsFault(error) ? giveUp(file, error) : Promise.reject(error)
    }
  }
  /** Retries changed files; a file that is gone, because its period was rebuilt, no longer counts as a fault. */
  const tryAgain = () => {
    for (const [file, version] of failed) {
      const now = versionOf(file)
      if (now === version) continue
      failed.set(file, now)
      if (now !== null) void opened(file).catch(() => open.delete(file))
      else {
        failed.delete(file)
        faults.forget(file)
      }
    }
  }
  return {
    rows,
    isDegraded: () => {
      tryAgain()
      return faults.files().length > 0
    },
    close: () => open.clear(),
  }
}

/** True for what DuckDB reports when a file is at fault, not the query. */
function isFactsFault(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return (
    /^(IO|Serialization|Internal|FATAL|Fatal|TransactionContext|Corrupt\w*) Error/.test(text) || /checksum/i.test(text)
  )
}

function versionOf(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? [stat.ino, stat.ctimeMs, stat.size].join('-') : null
}
