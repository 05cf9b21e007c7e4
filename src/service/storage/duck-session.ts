import { rmSync, statSync } from 'node:fs'
import { type DuckDBDataChunk, DuckDBInstance, type DuckDBType, type DuckDBValue } from '@duckdb/node-api'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { ChunkBuffer } from './chunk-buffer.ts'
import { DUCK_SETTINGS } from './duck-settings.ts'

export type DuckParameters = Record<string, DuckDBValue>

/** A DuckDB database in memory that spills to its own folder and leaves nothing behind. */
export interface DuckSession {
  /** Runs one statement with named parameters, or several without. */
  run(sql: string, parameters?: DuckParameters): Promise<void>
  /** All rows of a small result; 64-bit integers are bigint. */
  rows<Row>(sql: string, parameters?: DuckParameters): Promise<Row[]>
  /** The rows of a large result in chunks; other statements can run in between. */
  chunks(sql: string, parameters?: DuckParameters): AsyncIterable<DuckDBDataChunk>
  /** A fast appender to a table; other statements can run in between. */
  append(table: string, types: readonly DuckDBType[]): Promise<ChunkBuffer>
  close(): void
}

/** Below this, several threads wait for each other longer than they work. */
const FEW_BYTES = 2 ** 20
/** Below this, improving the plan of a statement takes longer than carrying it out as it is written. */
const TINY = 2 ** 15

/**
 * Opens a session; creates `spillDir` and removes it at the end. A statement that needs more than `spillLimitMiB` of
 * temporary space fails with an error that says so; there is no limit unless given. Where `files` are all that it reads
 * and are small, it works on one thread, and on the smallest without DuckDB’s optimizer.
 */
export async function openDuckSession(options: {
  spillDir: string
  memoryLimit: string
  spillLimitMiB?: number
  files?: readonly string[]
}): Promise<DuckSession> {
  makeFolder(options.spillDir)
  const instance = await DuckDBInstance.create(':memory:', {
    ...DUCK_SETTINGS,
    temp_directory: options.spillDir,
    memory_limit: options.memoryLimit,
    ...(areSmall(options.files) && { threads: '1' }),
  })
  const named = <T>(work: Promise<T>) => work.catch((error: unknown) => Promise.reject(nameLimit(error, options)))
  const connection = await instance.connect()
  // Otherwise the day of an instant would depend on the machine. It is no setting of an instance.
  await connection.run("SET GLOBAL TimeZone = 'UTC'")
  // As a setting of the instance, DuckDB 1.5 shows it but does not obey it.
  if (options.spillLimitMiB !== undefined)
    await connection.run(`SET max_temp_directory_size = '${options.spillLimitMiB}MiB'`)
  if (areSmall(options.files, TINY)) await connection.run('PRAGMA disable_optimizer')
  const appending = await instance.connect()
  return {
    async run(sql, parameters) {
      await named(connection.run(sql, parameters))
    },
    async rows<Row>(sql: string, parameters?: DuckParameters) {
      const reader = await named(connection.runAndReadAll(sql, parameters))
      return reader.getRowObjectsJS() as Row[]
    },
    chunks: (sql, parameters) => streamChunks(instance, sql, parameters),
    append: async (table, types) => new ChunkBuffer(await appending.createAppender(table), types),
    close() {
      connection.closeSync()
      appending.closeSync()
      instance.closeSync()
      rmSync(options.spillDir, { recursive: true, force: true })
    },
  }
}

function areSmall(files: readonly string[] | undefined, limit = FEW_BYTES): boolean {
  const sizes = files?.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  return sizes !== undefined && sizes.reduce((sum, size) => sum + size, 0) < limit
}

/** Says in plain words that a statement needed more space than it may use. */
function nameLimit(error: unknown, { spillLimitMiB }: { spillLimitMiB?: number }): unknown {
  if (spillLimitMiB === undefined || !/max_temp_directory_size/.test(String(error))) return error
  return new Error(
    `expected the work to need at most ${spillLimitMiB} MiB of temporary space, found that it needs more; nothing was imported`,
    { cause: error },
  )
}

async function* streamChunks(instance: DuckDBInstance, sql: string, parameters?: DuckParameters) {
  const connection = await instance.connect()
  try {
    const result = await connection.stream(sql, parameters)
    for (;;) {
      const chunk = await result.fetchChunk()
      if (!chunk || chunk.rowCount === 0) return
      yield chunk
    }
  } finally {
    connection.closeSync()
  }
}
