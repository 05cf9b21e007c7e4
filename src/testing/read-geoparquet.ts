import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** A GeoParquet file as DuckDB reads it. */
interface GeoParquet {
  /** All columns but the geometry. */
  readonly rows: readonly Record<string, unknown>[]
  /** The file's `geo` metadata. */
  readonly geo: unknown
  /** DuckDB's type of the geometry, and each outline as WKT; null for none. */
  readonly shapes: readonly { readonly type: string; readonly text: string | null }[]
}

export async function readGeoParquet(file: ArrayBuffer): Promise<GeoParquet> {
  const folder = mkdtempSync(join(tmpdir(), 'export-'))
  const path = join(folder, 'file.parquet')
  writeFileSync(path, new Uint8Array(file))
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql, [path])).getRowObjectsJS()
  try {
    const rows = await rowsOf('SELECT * EXCLUDE (geometry) FROM read_parquet($1)')
    const [geo] = await rowsOf("SELECT decode(value) AS value FROM parquet_kv_metadata($1) WHERE decode(key) = 'geo'")
    const shapes = await rowsOf('SELECT typeof(geometry) AS type, geometry::VARCHAR AS text FROM read_parquet($1)')
    return {
      rows,
      geo: JSON.parse(String(geo?.value)),
      shapes: shapes.map(({ type, text }) => ({ type: String(type), text: text === null ? null : String(text) })),
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
    rmSync(folder, { recursive: true })
  }
}
