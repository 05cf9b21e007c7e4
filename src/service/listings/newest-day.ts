import { DuckDBInstance } from '@duckdb/node-api'
import { z } from 'zod'
import type { Day } from '../../domain/period.ts'
import { DUCK_SETTINGS } from '../storage/duck-settings.ts'
import { literalPaths } from '../storage/literal-path.ts'
import { listingFiles } from './listing-store.ts'
import newestDaySql from './newest-day.sql?raw'

const newest = z.array(z.object({ day: z.string().nullable() }))

/** The day of the newest listing that is not after `today`; null when there is none. */
export async function newestListingDay(dataDir: string, today: Day): Promise<Day | null> {
  const files = listingFiles(dataDir)
  if (files.length === 0) return null
  const instance = await DuckDBInstance.create(':memory:', DUCK_SETTINGS)
  try {
    const connection = await instance.connect()
    const reader = await connection.runAndReadAll(newestDaySql, { files: literalPaths(files), today })
    connection.closeSync()
    return newest.parse(reader.getRowObjectsJS())[0]?.day ?? null
  } finally {
    instance.closeSync()
  }
}
