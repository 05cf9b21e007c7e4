import { createFileFaults, watchCalls } from '../server/storage/file-faults.ts'
import type { ServedAccounts } from './accounts/account-store.ts'
import type { AccountsPlace } from './accounts/open-accounts.ts'
import { accountsFile, openSqliteAccounts } from './accounts/sqlite-accounts.ts'
import { createMeter, type Meter } from './metering/meter.ts'
import type { CallerLimiter, RateLimiter } from './metering/rate-limiter.ts'
import type { Log } from './requests/service-env.ts'
import { followFile } from './storage/followed-file.ts'
import { openSecretKey } from './storage/secret-key.ts'

interface Accounts {
  readonly accounts: ServedAccounts
  /** Counts where the accounts are. */
  readonly counting: { readonly meter: Meter; readonly callers: CallerLimiter }
  /** Signs cursors; the same for all services on the same accounts. */
  readonly cursorKey: string
}

/** Opens the accounts for serving: a file, or a Postgres, whose code is loaded only then. */
export async function serveAccounts(
  { dataDir, accountsUrl = null }: AccountsPlace,
  { clock, limiter, log }: { clock: () => Date; limiter: RateLimiter; log: Log },
): Promise<Accounts> {
  const ownKey = openSecretKey(dataDir, 'cursor-key')
  if (accountsUrl === null) {
    const file = accountsFile(dataDir)
    const faults = createFileFaults(log)
    const open = () => {
      const store = openSqliteAccounts(dataDir, 'serving')
      // Each write to accounts on a full disk fails, which is logged once when they are opened.
      return watchCalls(store.isStandIn ? createFileFaults(null) : faults, file, store)
    }
    const accounts = followFile({ file, open, renews: false, log })
    const meter = createMeter(accounts, meteringFaults(log, file))
    return { accounts, counting: { meter, callers: limiter }, cursorKey: ownKey }
  }
  const { HELD_MINUTES, servePostgres } = await import('./accounts/serve-postgres.ts')
  const { accounts, meter, callers, sharedKey } = await servePostgres(accountsUrl, {
    clock,
    faults: {
      begin: (err) =>
        log.error(
          { err },
          `accounts cannot be reached; only tokens verified in the last ${HELD_MINUTES} minutes are known`,
        ),
      end: () => log.info('accounts can be reached again'),
    },
    report: (err) => log.error({ err }, 'the use of a token could not be noted'),
  })
  return { accounts, counting: { meter, callers }, cursorKey: await sharedKey('cursor-key', ownKey) }
}

/** Logs once that a store fails, and once that it works again. */
export function meteringFaults(log: Log, store: string) {
  return {
    begin: (err: unknown) => log.error({ err, file: store }, 'metering failed; requests are not being counted'),
    end: () => log.info({ file: store }, 'requests are being counted again'),
  }
}
