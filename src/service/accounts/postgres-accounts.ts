import { z } from 'zod'
import { namedStatements } from '../../server/storage/named-statements.ts'
import { postgresSpent } from '../metering/postgres/postgres-spent.ts'
import { migrate } from '../postgres/migrate.ts'
import type { PostgresAddress } from '../postgres/postgres-address.ts'
import { type Opening, openPostgres, type PostgresServer } from '../postgres/postgres-server.ts'
import { account } from './account-row.ts'
import {
  ACCOUNT_STATEMENTS as ACCOUNTS,
  type AccountStore,
  callerOrNone,
  hashOfSecret,
  lastIdOf,
  plansOf,
  tokenRecords,
} from './account-store.ts'
import linkByHashSql from './link-by-hash.sql?raw'
import spendLinkSql from './link-use.sql?raw'
import schemaSql from './postgres-schema.sql?raw'
import postgresSql from './postgres-statements.sql?raw'
import sessionByHashSql from './session-by-hash.sql?raw'
import { linkOrNone, ofAccount, SESSION_STATEMENTS as SESSIONS, type SessionStore } from './session-store.ts'
import tokenByHashSql from './token-by-hash.sql?raw'
import listTokensSql from './token-list.sql?raw'

const STATEMENTS = namedStatements('accounts/postgres-statements.sql', postgresSql, [
  'lockAccount',
  'offerKey',
  'sharedKey',
  'probe',
])
const { create, countRequests } = namedStatements('accounts/postgres-schema.sql', schemaSql, [
  'create',
  'countRequests',
])
/** In order; a change of the tables is one more, and none is ever changed. */
const STEPS = [create, countRequests]

/** A service that starts waits this long for another one that creates the tables. */
const MIGRATION_MS = 60_000

const keys = z.tuple([z.object({ value: z.string() })])

/** Connects to the accounts in a Postgres, and creates or upgrades its tables. */
export async function openPostgresAccounts(address: PostgresAddress, opening: Opening): Promise<PostgresServer> {
  const patient = await openPostgres(address, { ...opening, statementMs: MIGRATION_MS })
  try {
    await migrate(patient, STEPS)
  } finally {
    await patient.close()
  }
  return openPostgres(address, opening)
}

export function postgresAccounts(server: PostgresServer): AccountStore {
  const { read, write, together } = server
  const change = async (sql: string, values: object) => void (await write(sql, { ...values }))
  const accounts = async (sql: string, values = {}) => z.array(account).parse(await read(sql, values))
  return {
    ...postgresSpent(server),
    ...sessionsOf(server),
    insertAccount: async (row) => (await write(ACCOUNTS.insertAccount, { ...row })).length > 0,
    accountNamed: async (name) => (await accounts(ACCOUNTS.accountNamed, { name }))[0] ?? null,
    listAccounts: () => accounts(ACCOUNTS.listAccounts),
    plansInUse: async () => plansOf(await read(ACCOUNTS.plansInUse)),
    setStatus: (name, status) => change(ACCOUNTS.setStatus, { name, status }),
    setPlan: (name, plan) => change(ACCOUNTS.setPlan, { name, plan }),
    insertToken: (row, after) =>
      together(async (statement) => {
        await statement(STATEMENTS.lockAccount, { account: row.account })
        const last = lastIdOf(await statement(ACCOUNTS.lastToken, { account: row.account }))
        if (after !== undefined && after !== last) return false
        await statement(ACCOUNTS.insertToken, { ...row })
        return true
      }),
    listTokens: async (of) => tokenRecords.parse(await read(listTokensSql, { account: of })),
    revokeToken: (id, revoked_at) => change(ACCOUNTS.revokeToken, { id, revoked_at }),
    noteUse: (token, day) => change(ACCOUNTS.noteUse, { token, day }),
    callerOf: async (plaintext) =>
      callerOrNone.parse((await read(tokenByHashSql, { sha256: hashOfSecret(plaintext) }))[0]) ?? null,
    close: server.close,
  }
}

/** Rejects where nothing can be written. */
export async function probePostgres({ write }: PostgresServer): Promise<void> {
  await write(STATEMENTS.probe)
}

/** A secret that all services on a database share; `own` becomes it where there is none yet. */
export async function sharedKey({ read, write }: PostgresServer, name: string, own: string): Promise<string> {
  await write(STATEMENTS.offerKey, { name, value: own })
  return keys.parse(await read(STATEMENTS.sharedKey, { name }))[0].value
}

function sessionsOf({ read, write, together }: PostgresServer): SessionStore {
  const change = async (sql: string, values: object) => void (await write(sql, { ...values }))
  return {
    insertLink: (link) => change(SESSIONS.insertLink, link),
    linkOf: async (sha256) => linkOrNone.parse((await read(linkByHashSql, { sha256 }))[0]) ?? null,
    signIn: (link, session, now) =>
      together(async (statement) => {
        const of = ofAccount.parse((await statement(spendLinkSql, { sha256: link, now }))[0])
        if (of) await statement(SESSIONS.insertSession, { ...session, ...of })
        return Boolean(of)
      }),
    accountOfSession: async (sha256, now) =>
      account.nullish().parse((await read(sessionByHashSql, { sha256, now }))[0]) ?? null,
    deleteSession: (sha256) => change(SESSIONS.deleteSession, { sha256 }),
    deleteSessionsOf: (of) =>
      together(async (statement) => {
        await statement(SESSIONS.deleteSessionsOf, { account: of })
        await statement(SESSIONS.deleteOpenLinksOf, { account: of })
      }),
    forgetExpired: async (before) => {
      await change(SESSIONS.forgetLinks, { before })
      await change(SESSIONS.forgetSessions, { before })
    },
  }
}
