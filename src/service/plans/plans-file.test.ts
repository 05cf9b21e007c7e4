import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PLANS, SHIPPED_PLANS } from './plans.ts'
import { parsePlans, readPlans, writePlans } from './plans-file.ts'

const GOLD = {
  allowance: { current: 10, history: 0 },
  rate_per_min: { current: 1, history: 1, metadata: 1 },
  finest_resolution: 4,
  cells_per_request: 1,
}
const parsed = (plans: unknown, default_plan: unknown = 'gold') =>
  parsePlans(JSON.stringify({ default_plan, plans }), 'plans.json')

describe('a plans file', () => {
  it('that was printed is read as the same plans', () => {
    expect(parsePlans(writePlans(SHIPPED_PLANS), 'plans.yaml')).toEqual(SHIPPED_PLANS)
  })

  it('can be JSON', () => {
    expect(parsed({ gold: GOLD }).plans).toEqual({ gold: GOLD })
  })

  it.each<[string, unknown, unknown, string]>([
    [
      'a negative allowance',
      { gold: { ...GOLD, allowance: { current: -1, history: 0 } } },
      'gold',
      'plans.gold.allowance.current is -1: it should be 0 or more',
    ],
    [
      'text instead of a number',
      { gold: { ...GOLD, cells_per_request: 'all' } },
      'gold',
      'plans.gold.cells_per_request is "all": it should be a whole number',
    ],
    [
      'a fraction',
      { gold: { ...GOLD, cells_per_request: 1.5 } },
      'gold',
      'plans.gold.cells_per_request is 1.5: it should be a whole number',
    ],
    [
      'no requests a minute',
      { gold: { ...GOLD, rate_per_min: { ...GOLD.rate_per_min, history: 0 } } },
      'gold',
      'plans.gold.rate_per_min.history is 0: it should be 1 or more',
    ],
    [
      'a resolution beyond 8',
      { gold: { ...GOLD, finest_resolution: 9 } },
      'gold',
      'plans.gold.finest_resolution is 9: it should be a resolution from 4 to 8',
    ],
    ['a misspelt field', { gold: { ...GOLD, alowance: 1 } }, 'gold', 'plans.gold has an unknown field: alowance'],
    [
      'a field left out',
      { gold: { ...GOLD, allowance: { current: 1 } } },
      'gold',
      'plans.gold.allowance.history is missing',
    ],
    ['an empty plan', { gold: null }, 'gold', 'plans.gold is null: it should have fields and values, as'],
    ['a name with a space', { 'all of it': GOLD }, 'all of it', 'plan name "all of it" should be a name'],
    [
      'a default that is not a plan',
      { gold: GOLD },
      'silver',
      'default_plan is "silver": it should be the name of one of the plans',
    ],
    ['no plans', undefined, 'gold', 'plans is missing'],
  ])('says what is wrong with %s', (_, plans, defaultPlan, message) => {
    expect(() => parsed(plans, defaultPlan)).toThrow(`plans.json: ${message}`)
  })

  it('reports all faults at once', () => {
    expect(() => parsed({ gold: { ...GOLD, cells_per_request: 0, finest_resolution: 3 } })).toThrow(
      /finest_resolution is 3.*\n.*cells_per_request is 0/,
    )
  })

  it('that is empty or not YAML is refused by name', () => {
    expect(() => parsePlans('plans: [', 'x.yaml')).toThrow('x.yaml: expected JSON or YAML')
    expect(() => parsePlans('', 'x.yaml')).toThrow('x.yaml: the file has no plans;')
  })

  it('that is another text is quoted only as far as it helps', () => {
    const text = 'price,area\n'.repeat(1_000)
    expect(() => parsePlans(text, 'x.yaml')).toThrow(/^x\.yaml: the file is "price.{70,90}…: it should have fields and/)
  })
})

describe('the plans in force', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'plans-'))
    mkdirSync(join(dataDir, 'service'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('are those of the given file, else of DATA_DIR, else the built-in ones', () => {
    expect(readPlans({ dataDir, plansFile: null })).toEqual(SHIPPED_PLANS)
    const own = { default_plan: 'own', plans: { own: GOLD } }
    writeFileSync(join(dataDir, 'service', 'plans.yaml'), JSON.stringify(own))
    expect(readPlans({ dataDir, plansFile: null })).toEqual(own)
    const named = join(dataDir, 'named.yaml')
    writeFileSync(named, writePlans({ default_plan: 'named', plans: { named: PLANS.large } }))
    expect(readPlans({ dataDir, plansFile: named }).default_plan).toBe('named')
    expect(() => readPlans({ dataDir, plansFile: join(dataDir, 'nowhere') })).toThrow('nowhere cannot be read')
  })
})
