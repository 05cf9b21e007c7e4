import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testEngine } from '../../../scripts/test-engine.js'
import { freePort } from './free-port.ts'
import { type ServerProgram, startServerProgram } from './server-program.ts'

/** A ClickHouse for one test. */
export interface TestClickhouse extends ServerProgram {
  /** `127.0.0.1:port`, of the HTTP interface. */
  readonly host: string
  /** Returns the result of a statement as text. */
  ask(sql: string): Promise<string>
}

const LISTEN = fileURLToPath(new URL('clickhouse-listen.py', import.meta.url))

/** Whether the tests' ClickHouse is installed. Says so where it is not, because its tests are then skipped. */
export function hasClickhouse(): boolean {
  if (testEngine() !== null) return true
  console.warn(
    'SKIPPED: the tests on ClickHouse. "node scripts/test-engine.js" installs it (566 MB, outside node_modules).',
  )
  return false
}

/**
 * The settings of a server, since its command line takes only some. `backups` is a disk for BACKUP, outside its folder.
 */
function configuration(backups: string): string {
  const disk = `<disks><backups><type>local</type><path>${backups}/</path></backups></disks>`
  const allowed = '<backups><allowed_disk>backups</allowed_disk></backups>'
  return `<clickhouse><storage_configuration>${disk}</storage_configuration>${allowed}</clickhouse>`
}

/** Starts a server on free ports. */
export async function startClickhouse({ backups }: { backups?: string } = {}): Promise<TestClickhouse> {
  const library = testEngine()
  if (library === null)
    throw new Error('expected the ClickHouse of the tests; install it by "node scripts/test-engine.js"')
  const [http, tcp] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${http}`
  const program = await startServerProgram({
    command: 'python3',
    args: (folder) => [LISTEN, library, join(folder, 'data'), String(http), String(tcp), join(folder, 'config.xml')],
    prepare: async (folder) => {
      writeFileSync(join(folder, 'config.xml'), configuration(backups ?? join(folder, 'backups')))
    },
    missing: 'python3, which starts the ClickHouse of the tests, is not on the PATH: install it',
    isReady: async () => (await (await fetch(`${url}/ping`)).text()).startsWith('Ok'),
  })
  return {
    ...program,
    host: `127.0.0.1:${http}`,
    ask: async (sql) => {
      const answer = await fetch(url, { method: 'POST', body: sql })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
      return text.trim()
    },
  }
}
