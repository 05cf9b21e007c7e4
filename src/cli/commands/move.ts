import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { type ClickhouseAddress, parseClickhouseAddress } from '../../service/clickhouse/clickhouse-address.ts'
import { moveFigures } from '../../service/moving/move-figures.ts'
import { openMovable } from '../../service/moving/open-movable.ts'
import { clearLeftovers, temporaryName } from '../../service/storage/leftovers.ts'
import { workAlone } from '../../service/storage/work-lock.ts'
import type { Context } from '../environment/context.ts'
import type { Environment } from '../environment/environment.ts'
import { print, printTable, showProgress } from '../environment/terminal.ts'
import { UsageError } from '../environment/usage-error.ts'

/** Where figures are moved to: a ClickHouse, or the files of a DATA_DIR. */
type Target = { readonly address: ClickhouseAddress } | { readonly dataDir: string }

/** `move`: copies the published figures to another store. */
export function addMoveCommand(root: Command, { environment }: Context): void {
  root
    .command('move')
    .description('copy the published figures to ClickHouse, or back to files, and compare every row')
    .requiredOption('--to <place>', 'clickhouse://user:password@host/database, or a DATA_DIR')
    .addHelpText(
      'after',
      `
Moves from FIGURES_URL if it is set, else from DATA_DIR. Each period keeps its revision, so that proxies keep what they
bought. Rows are compared before they are published, and an interrupted move goes on where it was. A place that has
another revision, or other figures of the same one, is refused. Figures stay where they were; afterwards, set FIGURES_URL
to the new place, or unset it. Listings, places and accounts are not moved.

Examples:
  $ squaremetre move --to clickhouse://squaremetre:secret@a.example,b.example/squaremetre
  $ FIGURES_URL=clickhouse://a.example/squaremetre squaremetre move --to /var/lib/squaremetre`,
    )
    .action(({ to }: { to: string }) => move(environment(), targetOf(to)))
}

async function move(settings: Environment, to: Target): Promise<void> {
  const { dataDir, figuresUrl } = settings
  const target = 'address' in to ? { dataDir, figuresUrl: to.address } : { dataDir: to.dataDir, figuresUrl: null }
  if (figuresUrl === null && target.figuresUrl === null && resolve(dataDir) === target.dataDir) {
    throw new UsageError(`--to ${target.dataDir} is where the figures are; name another place, or set FIGURES_URL`)
  }
  const service = join(dataDir, 'service')
  await alone([dataDir, target.dataDir], async () => {
    clearLeftovers(service)
    const from = await openMovable({ dataDir, figuresUrl })
    const other = await openMovable(target)
    try {
      const moved = await moveFigures({
        ...{ from, to: other, onProgress: showProgress },
        workDir: join(service, temporaryName('moving')),
        notesFile: join(service, 'moved.json'),
      })
      if (moved.length === 0) throw new Error(`${from.name} has no figures; "squaremetre build" builds them`)
      printTable(
        moved.map((period) => ({ ...period })),
        ['as_of', 'revision', 'figures', 'outcome'],
      )
      print(`every period is in ${other.name} as it is in ${from.name}`)
    } finally {
      await from.close()
      await other.close()
    }
  })
}

/** Keeps other work off the folders, each once, always in the same order. */
function alone<T>(dataDirs: readonly string[], work: () => Promise<T>): Promise<T> {
  const [first, ...others] = [...new Set(dataDirs.map((path) => resolve(path)))].sort()
  if (first === undefined) return work()
  return workAlone({ dataDir: first, task: 'move', onWait: showProgress }, () => alone(others, work))
}

function targetOf(text: string): Target {
  if (!/^clickhouses?:/.test(text)) return { dataDir: resolve(text) }
  const address = parseClickhouseAddress(text)
  if (address !== null) return { address }
  // Without the text, which can contain a password.
  throw new UsageError('--to should be an address such as clickhouse://user:password@host:8123/database, or a folder')
}
