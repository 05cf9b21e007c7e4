import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type PostgresAddress, parsePostgresAddress } from '../../service/postgres/postgres-address.ts'
import { freePort } from './free-port.ts'
import { type ServerProgram, startServerProgram } from './server-program.ts'

/** A Postgres for one test file. */
export interface TestPostgres extends ServerProgram {
  readonly port: number
  /** Creates an empty database; returns its address in the form of ACCOUNTS_URL. */
  newDatabase(): Promise<string>
}

const PASSWORD = 'a secret/of@tests'
const CREDENTIALS = `squaremetre:${encodeURIComponent(PASSWORD)}`
const MISSING =
  'initdb and postgres are neither on the PATH nor in /usr/lib/postgresql: on Debian or Ubuntu, "apt-get install postgresql" installs them'

const run = promisify(execFile)

/** Whether Postgres is installed. Says so where it is not, because its tests are then skipped. */
export function hasPostgres(): boolean {
  if (programOf('initdb') !== null) return true
  console.warn(`SKIPPED: the tests of accounts in Postgres: ${MISSING}.`)
  return false
}

/** Starts a server on a free port; it does not wait for the disk. */
export async function startPostgres(): Promise<TestPostgres> {
  const [initdb, postgres] = [programOf('initdb'), programOf('postgres')]
  if (initdb === null || postgres === null) throw new Error(MISSING)
  const port = await freePort()
  const user = unprivilegedUser()
  const ask = async (sql: string) => {
    const client = new pg.Client(`postgres://${CREDENTIALS}@127.0.0.1:${port}/postgres`)
    // The server may be killed while it is asked.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  const program = await startServerProgram({
    command: postgres,
    args: (folder) => [
      ...['-D', join(folder, 'data'), '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=60'],
    ],
    missing: MISSING,
    // Killed, it would leave the processes of its connections behind.
    crash: 'SIGQUIT',
    user,
    async prepare(folder) {
      const file = join(folder, 'password')
      writeFileSync(file, PASSWORD)
      const settings = ['--no-sync', '--no-instructions', '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256']
      const owner = [`--pwfile=${file}`, '--username=squaremetre', '-D', join(folder, 'data')]
      await run(initdb, [...settings, ...owner], { cwd: folder, ...user })
    },
    isReady: async () => {
      await ask('SELECT 1')
      return true
    },
  })
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [program.pid(), ...childrenOf(program.pid())]) process.kill(pid, signal)
  }
  let databases = 0
  return {
    ...program,
    port,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async newDatabase() {
      const name = `test_${databases++}`
      await ask(`CREATE DATABASE ${name}`)
      return `postgres://${CREDENTIALS}@127.0.0.1:${port}/${name}`
    },
  }
}

/** Reads an address that has to be valid. */
export function postgresAddress(url: string): PostgresAddress {
  const address = parsePostgresAddress(url)
  if (address === null) throw new Error(`expected the address of a Postgres, found ${url}`)
  return address
}

/** Debian keeps the programs of each version in a folder of its own. */
function programOf(name: string): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const files = versions.map((version) => join(root, version, 'bin', name))
  const onPath = spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim() ?? ''
  return [onPath, ...files].find((file) => file !== '' && existsSync(file)) ?? null
}

/** Each connection has a process of its own, which goes on when only the first one is suspended. */
function childrenOf(pid: number): number[] {
  return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
}

/** Postgres refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
