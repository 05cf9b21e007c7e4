import { join } from 'node:path'
import Database from 'libsql'
import type { AsOf } from '../../domain/period.ts'
import cellMacrosSql from '../listings/cell-macros.sql?raw'
import {
  announcePublished,
  FIGURES_FILE,
  periodsDir,
  publishedPeriod,
  publishedPeriods,
  removeReplaced,
  withdrawPeriod,
} from '../periods/period-folders.ts'
import { openDuckSession } from '../storage/duck-session.ts'
import { clearLeftovers, temporaryName } from '../storage/leftovers.ts'
import type { BuildStore, BuildStoreOptions } from './build-store.ts'
import { makeFigures } from './computing/make-figures.ts'
import { findFirstView } from './find-first-view.ts'
import fingerprintSql from './fingerprint.sql?raw'
import { readListingDays } from './listing-days.ts'
import tablesSql from './tables.sql?raw'
import { dropHeldCells, writeHeldCells } from './write-held-cells.ts'
import { writePeriod } from './write-period.ts'

/** Computes in DuckDB, and publishes folders of DATA_DIR/service/periods. */
export async function openFolderStore({ dataDir, files, listingsAtOnce }: BuildStoreOptions): Promise<BuildStore> {
  const dir = periodsDir(dataDir)
  for (const folder of [join(dataDir, 'service'), dir]) clearLeftovers(folder)
  const spillDir = join(dir, temporaryName('spill'))
  const session = await openDuckSession({ spillDir, memoryLimit: '4GB', files })
  await session.run(cellMacrosSql)
  await session.run(tablesSql)
  return {
    days: () => readListingDays(session, files),
    publishedLabels: async () => publishedPeriods(dir).map(({ as_of }) => as_of),
    publishedFingerprint: async (label) => publishedFingerprint(dir, label),
    withdraw: async (label) => withdrawPeriod(dir, label),
    writeHeldCells: async (days) =>
      files.length === 0 ? dropHeldCells(dataDir) : writeHeldCells(session, { dataDir, files, days }),
    make: async (period) => {
      const left_out = await makeFigures(session, { ...period, files, listingsAtOnce })
      return { left_out, first_view: await findFirstView(session) }
    },
    publish: (asOf, meta) => writePeriod(session, { dir, asOf, files, meta }),
    announcePublished: (announce) => announcePublished(dir, announce),
    removeReplaced: async () => removeReplaced(dir),
    close: async () => session.close(),
  }
}

/** The fingerprint of a published period; null when the period does not exist or its file cannot be read. */
function publishedFingerprint(dir: string, asOf: AsOf): string | null {
  const folder = publishedPeriod(dir, asOf)
  if (!folder) return null
  const database = new Database(join(folder.dir, FIGURES_FILE))
  try {
    const row = database.prepare(fingerprintSql).get([]) as { value: string } | undefined
    return row ? JSON.parse(row.value) : null
  } catch (error) {
    // A rebuild repairs a damaged file, for example after a power cut.
    if (error instanceof Database.SqliteError) return null
    throw error
  } finally {
    database.close()
  }
}
