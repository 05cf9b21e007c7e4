import daysSql from '../listings/days.sql?raw'
import type { DuckSession } from '../storage/duck-session.ts'
import { literalPaths } from '../storage/literal-path.ts'
import type { ListingDay } from './build-store.ts'

/** The days with listings in some files, oldest first. */
export async function readListingDays(session: DuckSession, files: readonly string[]): Promise<ListingDay[]> {
  return files.length === 0 ? [] : session.rows<ListingDay>(daysSql, { files: literalPaths(files) })
}
