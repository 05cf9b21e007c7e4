import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changePlan, createAccount } from '../accounts/accounts.ts'
import { createToken } from '../accounts/tokens.ts'
import { startService } from '../start-service.ts'
import { PLANS } from './plans.ts'
import { readPlans, writePlans } from './plans-file.ts'
import { watchPlans } from './watch-plans.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plans-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('a running service knows a plan as soon as an account is moved to it, and outlives a broken file', async () => {
  const plansFile = join(dataDir, 'plans.yaml')
  const location = { dataDir, plansFile }
  writeFileSync(plansFile, writePlans({ default_plan: 'standard', plans: PLANS }))
  const faults: string[] = []
  const plans = watchPlans(location, (error) => faults.push(String(error)))
  const log = pino({ level: 'silent' })
  await createAccount({ dataDir, name: 'acme', plans: plans() })
  const token = await createToken({ dataDir, account: 'acme', kind: 'ro' })
  const service = await startService({ dataDir, host: '127.0.0.1', port: 0, now: () => new Date(), plans, log })
  try {
    const limit = async () => {
      const answer = await fetch(`${service.url}/geo`, { headers: { authorization: `Bearer ${token}` } })
      return [answer.status, answer.headers.get('x-ratelimit-limit')]
    }
    expect(await limit()).toEqual([200, '1200'])
    const gold = { ...PLANS.large, rate_per_min: { ...PLANS.large.rate_per_min, metadata: 77 } }
    writeFileSync(plansFile, writePlans({ default_plan: 'gold', plans: { ...PLANS, gold } }))
    await changePlan({ dataDir, name: 'acme', plan: 'gold', plans: readPlans(location).plans })
    expect(await limit()).toEqual([200, '77'])
    writeFileSync(plansFile, 'default_plan: gold\nplans: {}\n')
    plans('freshly')
    plans('freshly')
    expect(await limit()).toEqual([200, '77'])
    expect(faults).toEqual([expect.stringContaining('default_plan is "gold"')])
  } finally {
    await service.close()
  }
})
