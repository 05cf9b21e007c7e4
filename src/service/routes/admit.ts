import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { cycleAt } from '../core/cycle.ts'
import { ANONYMOUS_RATE_PER_MIN, planNamed } from '../core/plans.ts'
import type { RateLimiter } from '../core/rate-limiter.ts'
import type { Balance, Caller } from '../io/account-store.ts'
import { Refusal } from './refusal.ts'
import type { Admission, Quota, ServiceDeps, ServiceEnv } from './service-env.ts'

const PUBLIC_PATHS = new Set([`${PATH_PREFIX}/ping`, `${PATH_PREFIX}/openapi.yaml`])
const METERED_PATH = `${PATH_PREFIX}/stats/current`

/** Lets a request in: credential, then subscription, then this minute's rate, then the method. */
export function admit(deps: ServiceDeps): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const group = c.req.path === METERED_PATH ? 'current' : 'metadata'
    const caller = PUBLIC_PATHS.has(c.req.path) ? null : callerOf(c, deps)
    if (caller) admitCaller(c, caller, { deps, group })
    else admitAnonymous(c, deps.limiter, group)
    if (c.req.method === 'HEAD') throw new Refusal('malformed_request', 'use GET, not HEAD', { status: 405 })
    await next()
  }
}

function callerOf(c: Context<ServiceEnv>, { accounts }: ServiceDeps): Caller | null {
  const token = /^bearer +(svc_live_r[wo]_[A-Za-z0-9_-]{1,200})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return token === undefined ? null : accounts.callerOf(token)
}

function admitCaller(
  c: Context<ServiceEnv>,
  caller: Caller,
  { deps, group }: { deps: ServiceDeps; group: Quota['group'] },
): void {
  const plan = planNamed(deps.plans, caller.plan)
  const cycle = cycleAt(caller.anchor_day, deps.clock())
  const admission = { caller, plan, cycle }
  const rate = deps.limiter.take(`${caller.account_id} ${group}`, plan.rate_per_min[group])
  const counted = group === 'current'
  const quota: Quota = {
    group,
    limit: counted ? plan.allowance[group] : 'uncounted',
    used: counted ? deps.meter.used(balanceOf(admission)) : null,
    resetsAt: cycle.resetsAt,
    rate,
  }
  c.set('admission', admission)
  c.set('quota', quota)
  if (caller.status === 'lapsed') {
    throw new Refusal('subscription_inactive', 'the subscription that owns this token is not active')
  }
  refuseAboveRate(quota)
}

function admitAnonymous(c: Context<ServiceEnv>, limiter: RateLimiter, group: Quota['group']): void {
  c.set('quota', anonymousQuota(limiter, addressOf(c), group))
  refuseAboveRate(c.get('quota'))
  if (PUBLIC_PATHS.has(c.req.path)) return
  throw new Refusal(
    'invalid_token',
    'send the header "Authorization: Bearer <token>" with a token that is known and not revoked',
  )
}

/** The quota of those who send no usable credential: of a counted group it is 0 of 0. */
export function anonymousQuota(limiter: RateLimiter, address: string, group: Quota['group']): Quota {
  const rate = limiter.take(`from ${address}`, ANONYMOUS_RATE_PER_MIN)
  const counted = group === 'current'
  return { group, limit: counted ? 0 : 'uncounted', used: counted ? 0 : null, resetsAt: null, rate }
}

function refuseAboveRate({ rate, group }: Quota): void {
  if (rate.admitted) return
  throw new Refusal('rate_limited', `more than ${rate.limit} requests of group ${group} this minute`)
}

/** What a metered call of this caller is counted against. */
export function balanceOf({ caller, cycle }: Admission): Balance {
  return { account: caller.account_id, quota_group: 'current', cycle: cycle.key }
}

function addressOf(c: Context): string {
  // Where the app is called without a network, as in a test, nobody is told apart.
  return c.env && 'incoming' in c.env ? (getConnInfo(c).remote.address ?? 'nowhere') : 'nowhere'
}
