import { z } from 'zod'
import { namedStatements } from '../../server/storage/named-statements.ts'
import type { PostgresServer, Statement } from './postgres-server.ts'
import statementsSql from './schema-statements.sql?raw'

const STATEMENTS = namedStatements('postgres/schema-statements.sql', statementsSql, [
  'lock',
  'exists',
  'version',
  'forgetVersion',
  'noteVersion',
])

/** Any number that other programs are unlikely to lock in the same database. */
const LOCK = 7_243_118

const existence = z.tuple([z.object({ exists: z.boolean() })])
const versions = z.array(z.object({ version: z.int() }))

/**
 * Brings the tables of a database to the newest version: step 1 creates them, and each later one changes them. Waits for
 * other services that do so at the same time. Throws when a newer squaremetre has changed them.
 */
export async function migrate(server: PostgresServer, steps: readonly string[]): Promise<void> {
  if ((await versionOf(server.read)) === steps.length) return
  await server.together(async (statement) => {
    await statement(STATEMENTS.lock, { lock: LOCK })
    const version = await versionOf(statement)
    if (version > steps.length) {
      throw new Error(
        `Expected the tables in ${server.name} to have version ${steps.length} at most, found ${version}: a newer squaremetre has changed them. Upgrade this one.`,
      )
    }
    for (const step of steps.slice(version)) await statement(step)
    await statement(STATEMENTS.forgetVersion)
    await statement(STATEMENTS.noteVersion, { version: steps.length })
  })
}

/** 0 where nothing was created yet. */
async function versionOf(statement: Statement): Promise<number> {
  const [{ exists }] = existence.parse(await statement(STATEMENTS.exists))
  if (!exists) return 0
  return versions.parse(await statement(STATEMENTS.version))[0]?.version ?? 0
}
