import type { RedisAddress } from '../../server/storage/redis-address.ts'
import type { MaybeLater } from '../metering/spent-store.ts'
import { cycleAt } from '../plans/cycle.ts'
import { type Plans, planOf, SHIPPED_PLANS } from '../plans/plans.ts'
import { AccountError, InvalidAccountValue } from './account-error.ts'
import type { Account } from './account-row.ts'
import type { AccountStore } from './account-store.ts'
import { type AccountsPlace, withAccounts } from './open-accounts.ts'

export type { Account } from './account-row.ts'

/** Cycles begin on the first of the month unless the account has another day. */
const DEFAULT_ANCHOR_DAY = 1

interface Named extends AccountsPlace {
  readonly name: string
}

/**
 * Creates an active account. Its allowance resets on `anchorDay` (1 to 31, default 1), or only by a refill when that is
 * null. Throws an AccountError when the name is taken or a value is invalid.
 */
export async function createAccount(
  options: Named & {
    plan?: string | undefined
    anchorDay?: number | null | undefined
    plans?: Plans | undefined
  },
): Promise<Account> {
  const { name, anchorDay = DEFAULT_ANCHOR_DAY } = options
  const { plan = SHIPPED_PLANS.default_plan, plans = SHIPPED_PLANS.plans } = options
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,79}$/u.test(name)) {
    throw new InvalidAccountValue(
      `account name "${name}" should be up to 80 letters, digits, spaces, ".", "_", "@" and "-", starting with a letter or digit`,
    )
  }
  refuseUnknownPlan(plans, plan)
  if (anchorDay !== null && !(Number.isInteger(anchorDay) && anchorDay >= 1 && anchorDay <= 31)) {
    throw new InvalidAccountValue(`anchor day ${anchorDay} should be a day of the month, 1 to 31`)
  }
  return withAccounts(options, async (store) => {
    const row = { name, plan, anchor_day: anchorDay, created_at: new Date().toISOString() }
    if (!(await store.insertAccount(row))) throw new AccountError(`account "${name}" already exists`)
    return accountNamed(store, name)
  })
}

/** Marks an account's subscription as lapsed: its tokens are refused with 402 from the next request on. */
export function lapseAccount(options: Named): Promise<Account> {
  return changed(options, (store) => store.setStatus(options.name, 'lapsed'))
}

/** Makes a lapsed account active again; its tokens work as before. */
export function renewAccount(options: Named): Promise<Account> {
  return changed(options, (store) => store.setStatus(options.name, 'active'))
}

/** Moves an account to another plan from its next request on; what it has spent this cycle stays spent. */
export async function changePlan(options: Named & { plan: string; plans: Plans }): Promise<Account> {
  refuseUnknownPlan(options.plans, options.plan)
  return changed(options, (store) => store.setPlan(options.name, options.plan))
}

/** Refills an account's allowance for the rest of its cycle, also in the Redis that counts what accounts spend. */
export async function refillAccount(
  options: Named & { now?: Date; meteringUrl?: RedisAddress | null },
): Promise<Account> {
  const { now = new Date(), meteringUrl = null } = options
  const account = await changed(options, (store, { id, anchor_day }) =>
    store.refill(id, cycleAt(anchor_day, now).key, now.toISOString()),
  )
  if (meteringUrl === null) return account
  const { refillInRedis } = await import('../metering/redis/redis-metering.ts')
  await refillInRedis(meteringUrl, account.id, cycleAt(account.anchor_day, now).key)
  return account
}

/** Ends every session of an account's page; links that have not been used yet stop working too. */
export function endSessions(options: Named): Promise<Account> {
  return changed(options, (store, { id }) => store.deleteSessionsOf(id))
}

/** Every account by name. */
export function listAccounts(place: AccountsPlace): Promise<Account[]> {
  return withAccounts(place, async (store) => store.listAccounts())
}

/** Whether there is any account; without one, a service refuses every token. */
export async function hasAccounts(place: AccountsPlace): Promise<boolean> {
  return withAccounts(place, async (store) => (await store.listAccounts()).length > 0, 'serving')
}

/** Throws when an account is on a plan that does not exist; its requests could not be answered. */
export async function refuseMissingPlans({
  plans = SHIPPED_PLANS.plans,
  ...place
}: AccountsPlace & { plans?: Plans }): Promise<void> {
  // On a full disk, a service still starts.
  const accounts = await withAccounts(place, async (store) => store.listAccounts(), 'serving')
  for (const account of accounts) planOf(plans, account)
}

/** The account of this name; throws an AccountError when there is none. */
export async function accountNamed(store: AccountStore, name: string): Promise<Account> {
  const account = await store.accountNamed(name)
  if (!account) throw new AccountError(`there is no account "${name}"; "account list" shows all accounts`)
  return account
}

function changed(
  { name, ...place }: Named,
  change: (store: AccountStore, account: Account) => MaybeLater<void>,
): Promise<Account> {
  return withAccounts(place, async (store) => {
    await change(store, await accountNamed(store, name))
    return accountNamed(store, name)
  })
}

function refuseUnknownPlan(plans: Plans, plan: string): void {
  if (Object.hasOwn(plans, plan)) return
  throw new InvalidAccountValue(`plan "${plan}" should be one of ${Object.keys(plans).join(', ')}`)
}
