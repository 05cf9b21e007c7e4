import { DuckDBInstance } from '@duckdb/node-api'
import { z } from 'zod'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { DUCK_SETTINGS } from '../storage/duck-settings.ts'
import { literalPaths } from '../storage/literal-path.ts'
import listingMonthsSql from './listing-months.sql?raw'
import { listingFiles } from './listing-store.ts'

const rows = z.array(z.object({ month: z.string(), listings: z.int() }))

/** The stored listings by month, oldest first. */
export async function listingMonths(dataDir: string): Promise<{ month: AsOf; listings: number }[]> {
  const files = listingFiles(dataDir)
  if (files.length === 0) return []
  const instance = await DuckDBInstance.create(':memory:', DUCK_SETTINGS)
  try {
    const connection = await instance.connect()
    const reader = await connection.runAndReadAll(listingMonthsSql, { files: literalPaths(files) })
    connection.closeSync()
    return rows.parse(reader.getRowObjectsJS()).flatMap(({ month, listings }) => {
      const label = parseAsOf(month)
      return label === null ? [] : [{ month: label, listings }]
    })
  } finally {
    instance.closeSync()
  }
}
