import { largeCache } from '../../server/storage/large-cache.ts'
import type { StoreFaults } from '../metering/circuit-breaker.ts'
import { createPostgresMetering, type PostgresMetering } from '../metering/postgres/postgres-metering.ts'
import { createRemoteBreaker, type RemoteBreaker } from '../metering/remote-breaker.ts'
import type { PostgresAddress } from '../postgres/postgres-address.ts'
import { PostgresAway } from '../postgres/postgres-server.ts'
import { AccountsUnreachable } from './account-error.ts'
import { type AccountStore, type Caller, hashOfSecret, type ServedAccounts } from './account-store.ts'
import { openPostgresAccounts, postgresAccounts, probePostgres, sharedKey } from './postgres-accounts.ts'

/** How long a statement for a request may take, in ms. */
const STATEMENT_MS = 2_000
/** How long a verified token keeps working while the Postgres is down, in minutes. */
export const HELD_MINUTES = 10
/** How many tokens are remembered for it. */
const HELD_TOKENS = 10_000

/** Accounts in a Postgres, and what is counted there. */
export interface PostgresService extends PostgresMetering {
  readonly accounts: ServedAccounts
  /** A secret that all services on the database share; `own` becomes it where there is none yet. */
  sharedKey(name: string, own: string): Promise<string>
}

/** Connects. Rejects when the Postgres cannot be reached; when it goes down later, verified tokens keep working. */
export async function servePostgres(
  address: PostgresAddress,
  { clock, faults, report }: { clock: () => Date; faults: StoreFaults; report: (error: unknown) => void },
): Promise<PostgresService> {
  const server = await openPostgresAccounts(address, { statementMs: STATEMENT_MS })
  const store = postgresAccounts(server)
  const breaker = createRemoteBreaker(
    () => probePostgres(server),
    faults,
    (error) => error instanceof PostgresAway,
  )
  const noteUse = notesOfUse(store, breaker, report)
  return {
    accounts: {
      ...guarded(store, breaker),
      callerOf: heldCallers(store, breaker),
      plansInUse: heldPlans(store, breaker),
      isDegraded: () => breaker.failing(),
      async close() {
        breaker.close()
        await store.close()
      },
    },
    ...createPostgresMetering(server, { breaker, clock, noteUse }),
    sharedKey: (name, own) => sharedKey(server, name, own),
  }
}

const unreachable = (): never => {
  throw new AccountsUnreachable('the accounts cannot be reached at the moment')
}

/** The same store; while it is down, its functions reject with `AccountsUnreachable`. */
function guarded(store: AccountStore, breaker: RemoteBreaker): AccountStore {
  const members = Object.entries(store).map(([name, member]: [string, (...input: unknown[]) => Promise<unknown>]) => [
    name,
    (...input: unknown[]) => breaker.attempt(() => member(...input), unreachable),
  ])
  return Object.fromEntries(members) as AccountStore
}

/**
 * Every token is looked up, so that a revoked one is refused from the next request on. While the store is down, nobody
 * can revoke one either, so tokens that were valid a short time ago count as valid.
 */
function heldCallers(store: AccountStore, breaker: RemoteBreaker): AccountStore['callerOf'] {
  const held = largeCache<string, Caller>(HELD_TOKENS, HELD_MINUTES * 60_000)
  return (plaintext) => {
    const sha256 = hashOfSecret(plaintext)
    return breaker.attempt<Caller | null>(
      async () => {
        const caller = await store.callerOf(plaintext)
        if (caller === null) held.delete(sha256)
        else held.set(sha256, caller)
        return caller
      },
      () => held.get(sha256) ?? unreachable(),
    )
  }
}

function heldPlans(store: AccountStore, breaker: RemoteBreaker): AccountStore['plansInUse'] {
  let held: string[] = []
  return () =>
    breaker.attempt(
      async () => {
        held = await store.plansInUse()
        return held
      },
      () => held,
    )
}

/** Writes once per day and token, and lets no request wait for it. */
function notesOfUse(store: AccountStore, breaker: RemoteBreaker, report: (error: unknown) => void) {
  const noted = new Map<number, string>()
  return (token: number, day: string): void => {
    if (noted.get(token) === day) return
    noted.set(token, day)
    const note = breaker.attempt<void>(
      async () => store.noteUse(token, day),
      () => void noted.delete(token),
    )
    note.catch(report)
  }
}
