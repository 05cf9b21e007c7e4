import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { type ClickhouseAddress, parseClickhouseAddress } from '../../service/clickhouse/clickhouse-address.ts'
import { moveAccounts } from '../../service/moving/move-accounts.ts'
import { moveFigures } from '../../service/moving/move-figures.ts'
import { openMovable } from '../../service/moving/open-movable.ts'
import { openMovableAccounts } from '../../service/moving/open-movable-accounts.ts'
import { type PostgresAddress, parsePostgresAddress } from '../../service/postgres/postgres-address.ts'
import { clearLeftovers, temporaryName } from '../../service/storage/leftovers.ts'
import { workAlone } from '../../service/storage/work-lock.ts'
import type { Context } from '../environment/context.ts'
import type { Environment } from '../environment/environment.ts'
import { print, printTable, showProgress } from '../environment/terminal.ts'
import { UsageError } from '../environment/usage-error.ts'

/** Where figures or accounts are moved to: a server, or the files of a DATA_DIR. */
type Target =
  | { readonly address: ClickhouseAddress }
  | { readonly accountsUrl: PostgresAddress }
  | { readonly dataDir: string }

/** `move`: copies the published figures, or the accounts, to another store. */
export function addMoveCommand(root: Command, { environment }: Context): void {
  root
    .command('move')
    .description('copy figures to ClickHouse or accounts to Postgres, or back to files, and compare every row')
    .requiredOption('--to <place>', 'clickhouse://user:password@host/database, postgres://…, or a DATA_DIR')
    .option('--accounts', 'move accounts, tokens and usage instead of figures; postgres://… means this')
    .addHelpText(
      'after',
      `
Moves from FIGURES_URL if it is set, else from DATA_DIR. Each period keeps its revision, so that proxies keep what they
bought. Rows are compared before they are published, and an interrupted move resumes. A destination that has
another revision, or other figures of the same one, is refused. The original figures stay; afterwards, set FIGURES_URL
to the new place, or unset it. Listings and places are not moved.

Accounts are moved from ACCOUNTS_URL if it is set, else from DATA_DIR, with their numbers, tokens, sessions and usage, to a
destination that has none. An interrupted move leaves none. Stop the services first: usage counted after the copy is
lost. Afterwards, set ACCOUNTS_URL to the new place, or unset it.

Examples:
  $ squaremetre move --to clickhouse://squaremetre:secret@a.example,b.example/squaremetre
  $ FIGURES_URL=clickhouse://a.example/squaremetre squaremetre move --to /var/lib/squaremetre
  $ squaremetre move --to postgres://squaremetre:secret@db.example/squaremetre
  $ ACCOUNTS_URL=postgres://db.example/squaremetre squaremetre move --accounts --to /var/lib/squaremetre`,
    )
    .action(async ({ to, accounts = false }: { to: string; accounts?: boolean }) => {
      const target = targetOf(to)
      if ('accountsUrl' in target) return moveAccountsTo(environment(), target)
      if (!accounts) return moveFiguresTo(environment(), target)
      if ('dataDir' in target) return moveAccountsTo(environment(), target)
      throw new UsageError('--accounts needs --to postgres://user:password@host/database or a folder')
    })
}

async function moveAccountsTo(
  { dataDir, accountsUrl }: Environment,
  to: Exclude<Target, { address: ClickhouseAddress }>,
): Promise<void> {
  if (accountsUrl === null && 'dataDir' in to) refuseSame(resolve(dataDir), to.dataDir, 'accounts', 'ACCOUNTS_URL')
  const from = await openMovableAccounts({ dataDir, accountsUrl })
  try {
    const target = await openMovableAccounts({ dataDir, ...to }, '--to')
    try {
      refuseSame(from.name, target.name, 'accounts', 'ACCOUNTS_URL')
      const moved = await moveAccounts(from, target, showProgress)
      printTable(
        moved.map((table) => ({ ...table })),
        ['table', 'rows', 'outcome'],
      )
      print(`every account in ${target.name} is the same as in ${from.name}`)
    } finally {
      await target.close()
    }
  } finally {
    await from.close()
  }
}

async function moveFiguresTo(
  settings: Environment,
  to: Exclude<Target, { accountsUrl: PostgresAddress }>,
): Promise<void> {
  const { dataDir, figuresUrl } = settings
  const target = 'address' in to ? { dataDir, figuresUrl: to.address } : { dataDir: to.dataDir, figuresUrl: null }
  if (figuresUrl === null && target.figuresUrl === null) {
    refuseSame(resolve(dataDir), target.dataDir, 'figures', 'FIGURES_URL')
  }
  const service = join(dataDir, 'service')
  await alone([dataDir, target.dataDir], async () => {
    clearLeftovers(service)
    const from = await openMovable({ dataDir, figuresUrl })
    const other = await openMovable({ ...target, givenBy: '--to' })
    try {
      refuseSame(from.name, other.name, 'figures', 'FIGURES_URL')
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
      print(`every period in ${other.name} is the same as in ${from.name}`)
    } finally {
      await from.close()
      await other.close()
    }
  })
}

/** Comparing a place with itself would report that everything has been moved. */
function refuseSame(from: string, to: string, what: string, setting: string): void {
  if (from !== to) return
  throw new UsageError(
    `--to ${to} is where the ${what} are; name another place, or set ${setting}, or unset it to move them from DATA_DIR`,
  )
}

/** Keeps other work off the folders, each once, always in the same order. */
function alone<T>(dataDirs: readonly string[], work: () => Promise<T>): Promise<T> {
  const [first, ...others] = [...new Set(dataDirs.map((path) => resolve(path)))].sort()
  if (first === undefined) return work()
  return workAlone({ dataDir: first, task: 'move', onWait: showProgress }, () => alone(others, work))
}

function targetOf(text: string): Target {
  if (/^postgres(ql)?:/.test(text)) {
    const accountsUrl = parsePostgresAddress(text)
    if (accountsUrl !== null) return { accountsUrl }
    throw new UsageError('--to should be an address such as postgres://user:password@host:5432/database, or a folder')
  }
  // An unset variable of a script; it would name the folder that the command runs in.
  if (text.trim() === '') throw new UsageError('--to is empty; it should be a folder, or the address of a database')
  if (!/^[a-z+]+:\/|^clickhouses?:/i.test(text)) return { dataDir: resolve(text) }
  const address = parseClickhouseAddress(text)
  if (address !== null) return { address }
  // Without the text, which can contain a password.
  throw new UsageError(
    '--to should be an address such as clickhouse://user:password@host:8123/database or postgres://user:password@host:5432/database, or a folder',
  )
}
