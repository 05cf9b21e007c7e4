import type { RedisAddress } from '../../server/redis-address.ts'
import { cycleAt } from '../plans/cycle.ts'
import { type Plans, planOf, SHIPPED_PLANS } from '../plans/plans.ts'
import { AccountError } from './account-error.ts'
import type { Account } from './account-row.ts'
import { type AccountStore, withAccountStore } from './account-store.ts'

export type { Account } from './account-row.ts'

/** Cycles begin on the first of the month unless the account has another day. */
const DEFAULT_ANCHOR_DAY = 1

interface Named {
  readonly dataDir: string
  readonly name: string
}

/**
 * Creates an active account. Its allowance resets on `anchorDay` (1 to 31, default 1), or only by a refill when that is
 * null. Throws an AccountError when the name is taken or a value is invalid.
 */
export function createAccount(
  options: Named & {
    plan?: string | undefined
    anchorDay?: number | null | undefined
    plans?: Plans | undefined
  },
): Account {
  const { dataDir, name, anchorDay = DEFAULT_ANCHOR_DAY } = options
  const { plan = SHIPPED_PLANS.default_plan, plans = SHIPPED_PLANS.plans } = options
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,79}$/u.test(name)) {
    throw new AccountError(
      `account name "${name}" should be up to 80 letters, digits, spaces, ".", "_", "@" and "-", starting with a letter or digit`,
    )
  }
  refuseUnknownPlan(plans, plan)
  if (anchorDay !== null && !(Number.isInteger(anchorDay) && anchorDay >= 1 && anchorDay <= 31)) {
    throw new AccountError(`anchor day ${anchorDay} should be a day of the month, 1 to 31`)
  }
  return withAccountStore(dataDir, (store) => {
    if (store.accountNamed(name)) throw new AccountError(`account "${name}" already exists`)
    store.insertAccount({ name, plan, anchor_day: anchorDay, created_at: new Date().toISOString() })
    return accountNamed(store, name)
  })
}

/** Marks an account's subscription as lapsed: its tokens are refused with 402 from the next request on. */
export function lapseAccount(options: Named): Account {
  return changed(options, (store) => store.setStatus(options.name, 'lapsed'))
}

/** Makes a lapsed account active again; its tokens work as before. */
export function renewAccount(options: Named): Account {
  return changed(options, (store) => store.setStatus(options.name, 'active'))
}

/** Moves an account to another plan from its next request on; what it has spent this cycle stays spent. */
export function changePlan(options: Named & { plan: string; plans: Plans }): Account {
  refuseUnknownPlan(options.plans, options.plan)
  return changed(options, (store) => store.setPlan(options.name, options.plan))
}

/** Refills an account's allowance for the rest of its cycle, in the Redis too that counts what accounts spend. */
export async function refillAccount(
  options: Named & { now?: Date; meteringUrl?: RedisAddress | null },
): Promise<Account> {
  const { name, now = new Date(), meteringUrl = null } = options
  const account = changed(options, (store, { id, anchor_day }) => {
    store.refill(id, cycleAt(anchor_day, now).key, now.toISOString())
    return accountNamed(store, name)
  })
  if (meteringUrl === null) return account
  const { refillInRedis } = await import('../metering/redis-metering.ts')
  await refillInRedis(meteringUrl, account.id, cycleAt(account.anchor_day, now).key)
  return account
}

/** Ends every session of an account's page; links that have not been used yet stop working too. */
export function endSessions(options: Named): Account {
  return changed(options, (store, { id }) => store.deleteSessionsOf(id))
}

/** Every account by name. */
export function listAccounts(options: { dataDir: string }): Account[] {
  return withAccountStore(options.dataDir, (store) => store.listAccounts())
}

/** Throws when an account is on a plan that does not exist; its requests could not be answered. */
export function refuseMissingPlans({ dataDir, plans = SHIPPED_PLANS.plans }: { dataDir: string; plans?: Plans }): void {
  for (const account of listAccounts({ dataDir })) planOf(plans, account)
}

/** The account of this name; throws an AccountError when there is none. */
export function accountNamed(store: AccountStore, name: string): Account {
  const account = store.accountNamed(name)
  if (!account) throw new AccountError(`there is no account "${name}"; "account list" shows all accounts`)
  return account
}

function changed({ dataDir, name }: Named, change: (store: AccountStore, account: Account) => void): Account {
  return withAccountStore(dataDir, (store) => {
    change(store, accountNamed(store, name))
    return accountNamed(store, name)
  })
}

function refuseUnknownPlan(plans: Plans, plan: string): void {
  if (Object.hasOwn(plans, plan)) return
  throw new AccountError(`plan "${plan}" should be one of ${Object.keys(plans).join(', ')}`)
}
