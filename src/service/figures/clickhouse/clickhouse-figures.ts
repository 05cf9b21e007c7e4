import { ageDays, MAX_AS_OF_AGE_DAYS } from '../../../domain/period.ts'
import type { FaultLog } from '../../../server/storage/file-faults.ts'
import type { ClickhouseAddress } from '../../clickhouse/clickhouse-address.ts'
import { nameRevision } from '../../periods/period-folders.ts'
import type { FigureStore } from '../figure-store.ts'
import type { Period } from '../period.ts'
import { FiguresUnreadable } from '../period.ts'
import { createPricedFigures, type PricedFigures } from '../priced-figures.ts'
import { clickhousePeriod, clickhousePricedStore } from './clickhouse-period.ts'
import { dropMirrors, mirrorBuild, mirrorHeldCells } from './mirror.ts'
import { newestBuilds, type PublishedBuild } from './published-builds.ts'
import { openReplicas, type Replicas } from './replicas.ts'

export interface ClickhouseFiguresOptions {
  readonly address: ClickhouseAddress
  readonly dataDir: string
  readonly now: () => Date
  readonly log: FaultLog | null
  /** Whether files in DATA_DIR say where places have listings and figures; only services need them. */
  readonly mirrors: boolean
}

/** What is published, as of the last look. */
interface View {
  readonly builds: readonly PublishedBuild[]
  readonly newest: Period | null
}

/** How often the servers are asked what they have published, in ms. */
const LOOK_EVERY_MS = 1_000

/**
 * Figures in ClickHouse. Looks at once and then every second; what is published stays as it was while no server
 * responds. A new period is served once this process has written its mirror of the cells with figures.
 */
export async function openClickhouseFigures(
  options: ClickhouseFiguresOptions,
): Promise<{ figures: FigureStore; pricedFigures: PricedFigures }> {
  const { address, log, now } = options
  const replicas = await openReplicas(address, log)
  let view: View = { builds: [], newest: null }
  let isLate = false
  const look = async () => {
    try {
      await replicas.look()
      view = await viewOf(replicas, options, view)
      isLate = false
    } catch (err) {
      if (!isLate) log?.error({ err }, 'what is newly published cannot be served yet')
      isLate = true
    }
  }
  await look()
  const stop = repeatedly(look)
  const newest = () => {
    if (!replicas.isKnown()) throw new FiguresUnreadable(`no server of FIGURES_URL can be used: ${replicas.faults()}`)
    return view.newest
  }
  const live = () => view.builds.filter(({ withdrawn }) => !withdrawn)
  const figures: FigureStore = {
    newest,
    served() {
      const period = newest()
      return period && ageDays(period.as_of, now()) <= MAX_AS_OF_AGE_DAYS ? period : null
    },
    earliest() {
      newest()
      return live()[0]?.as_of ?? null
    },
    labels() {
      newest()
      return live().map(({ as_of }) => as_of)
    },
    revisions() {
      newest()
      return new Map(
        view.builds.map(({ as_of, revision, fingerprint }) => [as_of, nameRevision(revision, fingerprint)]),
      )
    },
    async lend(label, use) {
      const held = newest()
      if (held?.as_of === label) return use(held)
      const build = live().find(({ as_of }) => as_of === label)
      return build ? use(clickhousePeriod(replicas, build, null)) : null
    },
    isDegraded: () => isLate || replicas.isDegraded(),
    close() {
      stop()
      // Nothing is asked any more.
      void replicas.close()
    },
  }
  return { figures, pricedFigures: createPricedFigures(clickhousePricedStore(replicas)) }
}

async function viewOf(
  replicas: Replicas,
  { dataDir, now, mirrors }: ClickhouseFiguresOptions,
  before: View,
): Promise<View> {
  const builds = newestBuilds(replicas.builds().values(), now())
  const newest = builds.findLast(({ withdrawn }) => !withdrawn) ?? null
  if (!replicas.isKnown()) return before
  if (mirrors) {
    const held = replicas.held()
    if (held) await mirrorHeldCells(replicas, dataDir, held)
  }
  if (newest === null || newest.build === before.newest?.version) {
    return { builds, newest: newest === null ? null : before.newest }
  }
  if (!mirrors) return { builds, newest: clickhousePeriod(replicas, newest, null) }
  const file = await mirrorBuild(replicas, dataDir, newest.build)
  // A running request may still read the one before.
  dropMirrors(dataDir, new Set([newest.build, before.newest?.version ?? '']))
  return { builds, newest: clickhousePeriod(replicas, newest, file) }
}

/** Runs a task every second, never twice at once, until the returned function is called. */
function repeatedly(task: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const next = () => {
    if (isStopped) return
    timer = setTimeout(() => void task().finally(next), LOOK_EVERY_MS).unref()
  }
  next()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
