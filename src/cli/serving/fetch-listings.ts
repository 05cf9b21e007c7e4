import { withListings } from '../../service/open-listings.ts'
import { workAlone } from '../../service/storage/work-lock.ts'
import { clockOf, type Environment } from '../environment/environment.ts'
import { showProgress } from '../environment/terminal.ts'

/** Brings the listings in DATA_DIR up to date with those in object storage, if there is one. */
export async function fetchListings(settings: Environment): Promise<void> {
  const { dataDir } = settings
  await withListings(settings, clockOf(settings), async (shared) => {
    if (shared === null) return
    await workAlone({ dataDir, task: 'fetching of listings', onWait: showProgress }, shared.fetch)
  })
}
