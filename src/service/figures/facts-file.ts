import { type DuckDBConnection, DuckDBInstance, type DuckDBType, type DuckDBValue } from '@duckdb/node-api'
import type { DuckSession } from '../storage/duck-session.ts'
import { DUCK_SETTINGS } from '../storage/duck-settings.ts'
import factsFileSql from './facts-file.sql?raw'

/** A query of table `fact` with named parameters; `types` has those that values do not show. */
export interface FactsQuery {
  readonly sql: string
  readonly parameters: Record<string, DuckDBValue>
  readonly types: Record<string, DuckDBType>
}

/** The listings of one period, trimmed and converted, in DuckDB's own format, for figures on demand. */
export interface FactsFile {
  /** All rows of a small result, as arrays. */
  rows(query: FactsQuery): Promise<DuckDBValue[][]>
  /** True once it was closed and nothing runs: no query can begin. */
  isClosed(): boolean
  close(): void
}

/** Writes the build's table `trimmed` to a new file. */
export function writeFactsFile(session: DuckSession, file: string): Promise<void> {
  // A path cannot be bound, so quotes in it are doubled.
  return session.run(factsFileSql.replace('{file}', () => file.replaceAll("'", "''")))
}

/**
 * Opens a finished file, which no longer changes. Queries run in parallel, each on one thread; `close` lets running
 * queries finish.
 */
export async function openFactsFile(file: string): Promise<FactsFile> {
  const instance = await DuckDBInstance.create(file, {
    ...DUCK_SETTINGS,
    access_mode: 'READ_ONLY',
    threads: '1',
    memory_limit: '1GB',
  })
  const idle: DuckDBConnection[] = []
  let running = 0
  let closing = false
  const closeWhenIdle = () => {
    if (!closing || running > 0) return
    for (const connection of idle) connection.closeSync()
    instance.closeSync()
  }
  return {
    async rows({ sql, parameters, types }) {
      running++
      try {
        const connection = idle.pop() ?? (await instance.connect())
        const reader = await connection.runAndReadAll(sql, parameters, types)
        idle.push(connection)
        return reader.getRows()
      } finally {
        running--
        closeWhenIdle()
      }
    },
    isClosed: () => closing && running === 0,
    close() {
      closing = true
      closeWhenIdle()
    },
  }
}
