import type { Context, MiddlewareHandler } from 'hono'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { AccountsUnreachable } from '../accounts/account-error.ts'
import type { Caller } from '../accounts/account-store.ts'
import type { RateLimiter } from '../metering/rate-limiter.ts'
import type { Balance } from '../metering/spent-store.ts'
import { cycleAt } from '../plans/cycle.ts'
import { ANONYMOUS_RATE_PER_MIN, type MeteredGroup } from '../plans/plans.ts'
import { planInForce } from '../plans/watch-plans.ts'
import { Refusal } from './refusal.ts'
import type { Admission, Quota, ServiceDeps, ServiceEnv } from './service-env.ts'

const PUBLIC_PATHS = new Set([`${PATH_PREFIX}/ping`, `${PATH_PREFIX}/openapi.yaml`])
const METERED_PATHS: ReadonlyMap<string, MeteredGroup> = new Map([
  [`${PATH_PREFIX}/stats/current`, 'current'],
  [`${PATH_PREFIX}/stats/history`, 'history'],
])

/**
 * Admits a request: checks credential, then subscription, then this minute's rate, then the method. A valid credential
 * is checked on public paths too, so that requests with it never count towards the limit of their address.
 */
export function admit(deps: ServiceDeps): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const group = METERED_PATHS.get(c.req.path) ?? 'metadata'
    const caller = await (PUBLIC_PATHS.has(c.req.path) ? callerIfAny(c, deps) : callerOrFault(c, deps, group))
    if (caller) await admitCaller(c, caller, { deps, group })
    else admitAnonymous(c, deps.limiter, group)
    if (c.req.method === 'HEAD') throw new Refusal('malformed_request', 'use GET, not HEAD', { status: 405 })
    await next()
  }
}

async function callerOf(c: Context<ServiceEnv>, { accounts }: ServiceDeps): Promise<Caller | null> {
  const token = /^bearer +(svc_live_r[wo]_[A-Za-z0-9_-]{1,200})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return token === undefined ? null : await accounts.callerOf(token)
}

/** If the token is unknown, the response has the quota of a client without a token, because every response has one. */
async function callerOrFault(c: Context<ServiceEnv>, deps: ServiceDeps, group: Quota['group']): Promise<Caller | null> {
  try {
    return await callerOf(c, deps)
  } catch (error) {
    c.set('quota', anonymousQuota(deps.limiter, c.get('client').address, group))
    throw error
  }
}

/** The active caller of a public path; null when there is none, or it cannot be known. */
async function callerIfAny(c: Context<ServiceEnv>, deps: ServiceDeps): Promise<Caller | null> {
  try {
    const caller = await callerOf(c, deps)
    const isAdmissible = caller?.status === 'active' && planInForce(deps.plans, caller.plan) !== null
    return isAdmissible ? caller : null
  } catch (err) {
    // Logged when it began.
    if (err instanceof AccountsUnreachable) return null
    deps.log.error({ err, request_id: c.get('requestId') }, 'the accounts cannot be read')
    return null
  }
}

async function admitCaller(
  c: Context<ServiceEnv>,
  caller: Caller,
  { deps, group }: { deps: ServiceDeps; group: Quota['group'] },
): Promise<void> {
  const plan = planInForce(deps.plans, caller.plan)
  if (plan === null) refuseWithoutPlan(c, caller, { deps, group })
  const now = deps.clock()
  const cycle = cycleAt(caller.anchor_day, now)
  const admission = { caller, plan, cycle, day: now.toISOString().slice(0, 10) }
  const rate = await deps.callers.take(`${caller.account_id} ${group}`, plan.rate_per_min[group])
  const counted = group !== 'metadata'
  const quota: Quota = {
    group,
    limit: counted ? plan.allowance[group] : 'uncounted',
    used: counted ? await deps.meter.used(balanceOf(admission, group)) : null,
    resetsAt: cycle.resetsAt,
    rate,
  }
  c.set('admission', admission)
  c.set('quota', quota)
  refuseLapsed(caller)
  refuseAboveRate(quota)
  deps.meter.noteUse(caller.token_id, admission.day)
}

function refuseLapsed({ status }: Caller): void {
  if (status === 'active') return
  throw new Refusal('subscription_inactive', 'the subscription of this token is not active')
}

/** The fault of an operator: the account's own limits are not known, so the request counts by its address. */
function refuseWithoutPlan(
  c: Context<ServiceEnv>,
  caller: Caller,
  { deps, group }: { deps: ServiceDeps; group: Quota['group'] },
): never {
  c.set('quota', anonymousQuota(deps.limiter, c.get('client').address, group))
  refuseLapsed(caller)
  refuseAboveRate(c.get('quota'))
  const { account_id, account, plan } = caller
  deps.log.error({ account: account_id, plan, request_id: c.get('requestId') }, 'an account is on an unknown plan')
  throw new Refusal('internal_error', `account "${account}" is on a plan that the service does not have; tell support`)
}

function admitAnonymous(c: Context<ServiceEnv>, limiter: RateLimiter, group: Quota['group']): void {
  c.set('quota', anonymousQuota(limiter, c.get('client').address, group))
  refuseAboveRate(c.get('quota'))
  if (PUBLIC_PATHS.has(c.req.path)) return
  throw new Refusal(
    'invalid_token',
    'send the header "Authorization: Bearer <token>" with a valid token that has not been revoked',
  )
}

/** The quota of a client without a valid credential: 0 of 0 in a metered group. */
export function anonymousQuota(limiter: RateLimiter, address: string, group: Quota['group']): Quota {
  const rate = limiter.take(`from ${address}`, ANONYMOUS_RATE_PER_MIN)
  const counted = group !== 'metadata'
  return { group, limit: counted ? 0 : 'uncounted', used: counted ? 0 : null, resetsAt: null, rate }
}

function refuseAboveRate({ rate, group }: Quota): void {
  if (rate.admitted) return
  throw new Refusal(
    'rate_limited',
    `more than ${rate.limit} requests of group "${group}" this minute; retry after ${rate.retry_after_s} s`,
  )
}

/** The balance that this caller's metered calls are charged to. */
export function balanceOf({ caller, cycle, day }: Admission, group: MeteredGroup): Balance {
  return { account: caller.account_id, quota_group: group, cycle: cycle.key, day }
}
