import { readdirSync } from 'node:fs'
import { cruise, type ICruiseResult, type IForbiddenRuleType, type IViolation } from 'dependency-cruiser'
import { beforeAll, describe, expect, test } from 'vitest'

const TESTS = '\\.test\\.tsx?$'

/** What a folder may import of the folders of src; itself always. Outside src, and tests, are not its business. */
function only(from: string, to: string[]): IForbiddenRuleType {
  const allowed = [from, ...to].map((folder) => `^src/${folder}/`)
  return {
    name: `${from} imports only ${to.join(', ') || 'itself'}`,
    severity: 'error',
    from: { path: `^src/${from}/`, pathNot: TESTS },
    to: { path: '^src/', pathNot: allowed },
  }
}

/** Within a part: a folder does not import these of its siblings. */
function never(part: string, from: string, to: string[], ofRoot = false): IForbiddenRuleType {
  const paths = to.map((folder) => `^src/${part}/${folder}/`)
  if (ofRoot) paths.push(`^src/${part}/[^/]+$`)
  return {
    name: `${part}/${from} does not import ${to.join(', ')}${ofRoot ? ' or what puts the part together' : ''}`,
    severity: 'error',
    from: { path: `^src/${part}/${from}/`, pathNot: TESTS },
    to: { path: paths },
  }
}

/** The rooms of a part, by name, and the rooms that each may use beside itself. */
type Rooms = Readonly<Record<string, readonly string[]>>

/** The rules that hold a part to its table of rooms. No room may use what puts the part together. */
function rooms(part: string, table: Rooms): IForbiddenRuleType[] {
  const named = Object.keys(table).join('|')
  const unlisted: IForbiddenRuleType = {
    name: `every folder of ${part} is a room of its table`,
    severity: 'error',
    from: { path: `^src/${part}/(?!(?:${named})/)[^/]+/` },
    to: {},
  }
  const each = Object.entries(table).map(
    ([room, uses]): IForbiddenRuleType => ({
      name: `${part}/${room} uses only ${uses.join(', ') || 'itself'}`,
      severity: 'error',
      from: { path: `^src/${part}/${room}/`, pathNot: TESTS },
      to: { path: `^src/${part}/`, pathNot: [room, ...uses].map((name) => `^src/${part}/${name}/`) },
    }),
  )
  return [unlisted, ...each]
}

/** What does I/O, and what keeps time. */
const IO = [
  '^(node:)?(fs|net|http|https|http2|tls|dns|dgram|child_process|worker_threads|timers|os)(/promises)?$',
  '^(libsql|@duckdb/|ioredis|undici|hono|@hono/|pino|prom-client)',
]

/** What is pure imports nothing that does I/O, be it a package or a file of its part that is not pure itself. */
function pure(part: string, paths: readonly string[]): IForbiddenRuleType[] {
  const inside = paths.map((path) => `^src/${part}/${path}`)
  return [
    {
      name: `what is pure in ${part} imports no package that does I/O`,
      severity: 'error',
      from: { path: inside, pathNot: TESTS },
      to: { path: IO, dependencyTypesNot: ['type-only'] },
    },
    {
      name: `what is pure in ${part} imports only what is pure`,
      severity: 'error',
      from: { path: inside, pathNot: TESTS },
      to: { path: `^src/(?!domain/|contract/)`, pathNot: inside },
    },
  ]
}

/** Work that the command line starts, on the stores; the routes use some of it. */
const JOBS = ['import', 'build', 'demo', 'gazetteer', 'accounts']
/** The one file of service/places that is such work; the others are pure, as core is. */
const ZONES_JOB = '^src/service/places/import-zones\\.ts$'
const SIGHTS = ['map', 'search', 'places', 'lens', 'legend', 'areas', 'cells', 'meter']

/** The rooms of the proxy, and which others each may use. */
const PROXY_ROOMS: Rooms = {
  tiles: ['planning'],
  planning: [],
  upstream: [],
  ledger: ['tiles'],
  hints: ['tiles', 'planning', 'ledger', 'upstream'],
  spending: ['ledger', 'upstream'],
  buying: ['tiles', 'planning', 'ledger', 'hints', 'spending', 'upstream'],
  areas: ['buying', 'tiles', 'planning', 'ledger', 'hints', 'spending', 'upstream'],
  rates: ['buying', 'tiles', 'planning', 'ledger', 'hints', 'spending', 'upstream'],
  access: ['spending'],
  routes: ['access', 'areas', 'rates', 'buying', 'tiles', 'ledger', 'hints', 'spending', 'upstream'],
}

/** What of the proxy is pure: whole rooms, and single files of the others. */
const PROXY_PURE = [
  'planning/',
  'tiles/',
  'upstream/(circuit|endpoint-of|free-paths|refusals|retry-after|retry-pause|service-answer)\\.ts$',
  'ledger/(ledger-file|lease-watch|lookup-answer|rates-lesson|redis-address)\\.ts$',
  'spending/(meter-detail|spending-caps)\\.ts$',
  'areas/area-figures\\.ts$',
  'rates/currency-rate\\.ts$',
  'access/(allowed-hosts|viewer-address)\\.ts$',
]

const RULES: IForbiddenRuleType[] = [
  { name: 'no cycles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
  { name: 'everything resolves', severity: 'error', from: { path: '^src/' }, to: { couldNotResolve: true } },
  only('domain', []),
  only('contract', ['domain']),
  // What any HTTP server of this package needs: request ids, health, metrics, a graceful end.
  only('server', ['domain', 'contract']),
  only('web', ['domain', 'contract']),
  only('proxy', ['domain', 'contract', 'server']),
  only('service', ['domain', 'contract', 'server']),
  only('cli', ['domain', 'contract', 'server', 'proxy', 'service']),
  // What judges a service over HTTP knows nothing of how ours is made.
  only('conformance', ['domain', 'contract']),
  {
    name: 'testing is for tests alone',
    severity: 'error',
    from: { path: '^src/', pathNot: [TESTS, '^src/testing/'] },
    to: { path: '^src/testing/' },
  },
  {
    name: 'nothing imports a test',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: TESTS },
  },

  ...rooms('proxy', PROXY_ROOMS),
  ...pure('proxy', PROXY_PURE),

  never('service', 'core', ['io', 'routes', 'sql', 'places', ...JOBS], true),
  {
    name: 'service/places does not import io, but for the import of zones',
    severity: 'error',
    from: { path: '^src/service/places/', pathNot: [TESTS, ZONES_JOB] },
    to: { path: ['^src/service/(io|sql)/', ZONES_JOB] },
  },
  never('service', 'places', ['routes', ...JOBS], true),
  never('service', 'io', ['routes', ...JOBS], true),
  {
    name: 'service/io does not import the import of zones',
    severity: 'error',
    from: { path: '^src/service/io/', pathNot: TESTS },
    to: { path: ZONES_JOB },
  },
  ...JOBS.map((job) => never('service', job, ['routes'], true)),
  never('service', 'routes', [], true),

  never('web', 'ui', SIGHTS, true),
  never('web', 'state', ['queries', 'ui', ...SIGHTS], true),
  never('web', 'queries', ['ui', ...SIGHTS], true),
  ...SIGHTS.map((sight) => never('web', sight, [], true)),
]

/** What is surely there: were it not found, the rules would prove nothing. */
const PROBE: IForbiddenRuleType = {
  name: 'probe',
  severity: 'error',
  from: { path: '^src/domain/tile\\.ts$' },
  to: { path: '^src/domain/cell\\.ts$' },
}

describe('the architecture', () => {
  let result: ICruiseResult
  beforeAll(async () => {
    const { output } = await cruise(
      ['src'],
      {
        ruleSet: { forbidden: [...RULES, PROBE] },
        validate: true,
        doNotFollow: { path: 'node_modules' },
        tsPreCompilationDeps: true,
        tsConfig: { fileName: 'tsconfig.json' },
      },
      // Packages say by their exports what is what.
      { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    )
    if (typeof output === 'string') throw new Error(output)
    result = output
  })

  test('imports point one way', () => {
    expect(violationsOf(result, ({ rule }) => rule.name !== PROBE.name)).toEqual([])
  })

  test('every source file was read, with the imports between them', () => {
    const onDisk = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `src/${name}`)
    const read = result.modules.map((module) => module.source).filter((name) => /^src\/.*\.tsx?$/.test(name))
    expect(read.sort()).toEqual(onDisk.sort())
    expect(read.length).toBeGreaterThan(40)
    expect(result.summary.totalDependenciesCruised ?? 0).toBeGreaterThan(read.length)
  })

  test('a forbidden import would be found', () => {
    expect(violationsOf(result, ({ rule }) => rule.name === PROBE.name)).not.toEqual([])
  })
})

function violationsOf(result: ICruiseResult, choose: (violation: IViolation) => boolean): string[] {
  return result.summary.violations.filter(choose).map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
}
