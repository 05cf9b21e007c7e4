import { resolve } from 'node:path'
import { type DuckDBListValue, listValue } from '@duckdb/node-api'

/** A path under which DuckDB reads exactly this file, whose name may have the characters of a pattern. */
export function literalPath(file: string): string {
  return resolve(file).replace(/[[*?]/g, '[$&]')
}

/** The same for a list of files, as a parameter. */
export function literalPaths(files: readonly string[]): DuckDBListValue {
  return listValue(files.map(literalPath))
}
