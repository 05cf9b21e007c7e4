import { DEFAULT_PLAN, PLANS, type Plans } from '../core/plans.ts'
import { type Account, withAccountStore } from '../io/account-store.ts'
import { AccountError } from './account-error.ts'

export type { Account } from '../io/account-store.ts'

/** Cycles begin on the first of the month unless an account says otherwise. */
const DEFAULT_ANCHOR_DAY = 1

/**
 * Makes an active account. `anchorDay` (1 to 31, default 1) is the day on which its allowance is whole again; null: it
 * never is. Throws an AccountError when the name is taken or a value is unusable.
 */
export function createAccount(options: {
  dataDir: string
  name: string
  plan?: string | undefined
  anchorDay?: number | null | undefined
  plans?: Plans | undefined
}): Account {
  const { dataDir, name, plan = DEFAULT_PLAN, anchorDay = DEFAULT_ANCHOR_DAY, plans = PLANS } = options
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,79}$/u.test(name)) {
    throw new AccountError(`account name "${name}": use up to 80 letters, digits, spaces, ".", "_", "@" and "-"`)
  }
  if (!Object.hasOwn(plans, plan)) {
    throw new AccountError(`plan "${plan}" is not known; use one of ${Object.keys(plans).join(', ')}`)
  }
  if (anchorDay !== null && !(Number.isInteger(anchorDay) && anchorDay >= 1 && anchorDay <= 31)) {
    throw new AccountError(`anchor day ${anchorDay}: use a day of the month, 1 to 31`)
  }
  return withAccountStore(dataDir, (store) => {
    if (store.accountNamed(name)) throw new AccountError(`account "${name}" exists already`)
    store.insertAccount({ name, plan, anchor_day: anchorDay, created_at: new Date().toISOString() })
    return existing(store.accountNamed(name), name)
  })
}

/** Marks an account's subscription as lapsed: its tokens are refused with 402 from the next request on. */
export function lapseAccount(options: { dataDir: string; name: string }): Account {
  return setStatus(options, 'lapsed')
}

/** Makes a lapsed account active again; its tokens work as before. */
export function renewAccount(options: { dataDir: string; name: string }): Account {
  return setStatus(options, 'active')
}

/** Every account by name. */
export function listAccounts(options: { dataDir: string }): Account[] {
  return withAccountStore(options.dataDir, (store) => store.listAccounts())
}

function setStatus({ dataDir, name }: { dataDir: string; name: string }, status: Account['status']): Account {
  return withAccountStore(dataDir, (store) => {
    existing(store.accountNamed(name), name)
    store.setStatus(name, status)
    return existing(store.accountNamed(name), name)
  })
}

function existing(account: Account | null, name: string): Account {
  if (!account) throw new AccountError(`there is no account "${name}"; "account list" shows those there are`)
  return account
}
