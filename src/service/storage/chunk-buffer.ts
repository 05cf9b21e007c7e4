import { type DuckDBAppender, DuckDBDataChunk, type DuckDBType, type DuckDBValue } from '@duckdb/node-api'

/** Rows in a DuckDB data chunk. */
const CHUNK_ROWS = 2048

/** Appends rows to a DuckDB table in chunks. In number columns, nulls cost ten times as much as a marker value. */
export class ChunkBuffer {
  /** Rows added so far. */
  count = 0
  #filled = 0
  readonly #appender: DuckDBAppender
  readonly #types: readonly DuckDBType[]
  readonly #columns: DuckDBValue[][]

  constructor(appender: DuckDBAppender, types: readonly DuckDBType[]) {
    this.#appender = appender
    this.#types = types
    this.#columns = types.map(() => new Array<DuckDBValue>(CHUNK_ROWS))
  }

  /** Buffers one row with values in the order of the table's columns. */
  add(row: readonly DuckDBValue[]): void {
    for (let i = 0; i < this.#columns.length; i++) (this.#columns[i] as DuckDBValue[])[this.#filled] = row[i] ?? null
    this.count++
    if (++this.#filled === CHUNK_ROWS) this.#flush()
  }

  /** Appends the buffered rows and closes; the table then has all added rows. */
  close(): void {
    if (this.#filled > 0) this.#flush()
    this.#appender.closeSync()
  }

  #flush(): void {
    const chunk = DuckDBDataChunk.create(this.#types, this.#filled)
    const isFull = this.#filled === CHUNK_ROWS
    chunk.setColumns(isFull ? this.#columns : this.#columns.map((column) => column.slice(0, this.#filled)))
    this.#appender.appendDataChunk(chunk)
    this.#filled = 0
  }
}
