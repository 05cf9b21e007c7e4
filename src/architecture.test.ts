import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
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

/** The rooms of a part, which are its folders, and the rooms that each may use beside itself. */
type Rooms = Readonly<Record<string, readonly string[]>>

/** The files that lie in a room itself, not in a room within it. */
const filesOf = (part: string, room: string) => `^src/${part}/${room}/[^/]+$`

/** The rules that hold a part to its table of rooms. No room may use what puts the part together. */
function rooms(part: string, table: Rooms): IForbiddenRuleType[] {
  const unlisted: IForbiddenRuleType = {
    name: `every folder of ${part} is a room of its table`,
    severity: 'error',
    from: { path: `^src/${part}/.+/`, pathNot: Object.keys(table).map((room) => filesOf(part, room)) },
    to: {},
  }
  const each = Object.entries(table).map(
    ([room, uses]): IForbiddenRuleType => ({
      name: `${part}/${room} uses only ${uses.join(', ') || 'itself'}`,
      severity: 'error',
      from: { path: filesOf(part, room), pathNot: TESTS },
      to: { path: `^src/${part}/`, pathNot: [room, ...uses].map((name) => filesOf(part, name)) },
    }),
  )
  return [unlisted, ...each]
}

/** What does I/O, and what keeps time; packages where they are installed. */
const IO = [
  '^(node:)?(fs|net|http|https|http2|tls|dns|dgram|child_process|worker_threads|timers|os)(/promises)?$',
  ...['libsql', '@duckdb', 'ioredis', 'undici', 'hono', '@hono', 'pino', 'prom-client'].map(
    (name) => `^node_modules/${name}/`,
  ),
]

/** What is pure does no I/O, nor does anything that it imports, types included. */
function pure(part: string, paths: readonly string[]): IForbiddenRuleType {
  return {
    name: `what is pure in ${part} imports nothing that does I/O`,
    severity: 'error',
    from: { path: paths.map((path) => `^src/${part}/${path}`), pathNot: TESTS },
    to: { path: IO, reachable: true },
  }
}

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

/** The rooms of the service, from the bottom up. */
const SERVICE_ROOMS: Rooms = {
  csv: [],
  geonames: [],
  names: [],
  plans: [],
  storage: [],
  listings: ['storage'],
  periods: ['storage'],
  rates: ['csv', 'storage'],
  figures: ['periods', 'storage'],
  metering: ['plans', 'storage'],
  accounts: ['metering', 'plans', 'storage'],
  places: ['figures', 'names', 'storage'],
  search: ['geonames', 'names', 'places'],
  zones: ['geonames', 'places', 'storage'],
  import: ['csv', 'geonames', 'listings', 'rates', 'storage'],
  build: ['figures', 'listings', 'periods', 'rates', 'storage'],
  gazetteer: ['geonames', 'listings', 'names', 'places', 'storage', 'zones'],
  'demo/data': [],
  demo: ['demo/data', 'geonames', 'listings', 'places', 'storage'],
  requests: ['accounts', 'figures', 'listings', 'metering', 'places', 'plans', 'search'],
  'account-page': ['accounts', 'metering', 'plans', 'requests'],
  routes: ['figures', 'listings', 'metering', 'plans', 'rates', 'requests'],
  'routes/geo': ['places', 'requests', 'search'],
  'routes/stats': ['build', 'figures', 'listings', 'places', 'plans', 'rates', 'requests', 'routes'],
}

/** What of the service is pure: whole rooms, and single files of the others. */
const SERVICE_PURE = [
  'names/',
  'demo/data/',
  'accounts/(account-error|account-row)\\.ts$',
  'csv/(csv-dialect|csv-record-count|text-encoding)\\.ts$',
  'demo/(home|land-mask|market-map|months|noise|place-rows|price-levels|quarters|random)\\.ts$',
  'demo/(settlements|territory|towns|urban-cells)\\.ts$',
  'figures/(cell-runs|id-ranges|lens-filter)\\.ts$',
  'gazetteer/(made-places|name-tree)\\.ts$',
  'geonames/region-names\\.ts$',
  'import/(column-style|currency-words|import-report|known-columns)\\.ts$',
  'listings/listing-words\\.ts$',
  'metering/(circuit-breaker|rate-limiter)\\.ts$',
  'periods/period-pool\\.ts$',
  'places/(cell-id|countries|place-tree|remember|territory)\\.ts$',
  'plans/(cycle|plans)\\.ts$',
  'rates/(country-currency|rate-table|rates)\\.ts$',
  'routes/geo/hexes-cursor\\.ts$',
  'search/(geocoder|geocoder-dialects|read-json|search-places)\\.ts$',
  'zones/(zone-levels|zone-shape)\\.ts$',
]

/** The rooms of the page, from the bottom up. */
const WEB_ROOMS: Rooms = {
  state: [],
  queries: ['state'],
  ui: ['state', 'queries'],
  figures: ['state', 'queries'],
  view: ['state', 'queries', 'figures'],
  scale: ['state', 'queries', 'ui', 'view'],
  currency: ['state', 'queries', 'ui', 'figures', 'view'],
  legend: ['state', 'queries', 'ui', 'figures', 'view', 'scale', 'currency'],
  lens: ['state', 'queries', 'ui', 'figures', 'view', 'currency'],
  buying: ['state', 'queries', 'ui', 'view'],
  spending: ['state', 'queries', 'ui', 'lens'],
  areas: ['state', 'queries', 'ui', 'figures', 'view', 'buying'],
  places: ['state', 'queries', 'ui', 'areas'],
  circles: ['state', 'queries', 'ui', 'view', 'areas', 'places'],
  cells: ['state', 'queries', 'ui', 'figures', 'view', 'buying', 'places'],
  search: ['state', 'queries', 'ui', 'places'],
  meter: ['state', 'queries', 'ui', 'spending', 'places'],
  'map/layers': ['queries', 'view', 'scale'],
  map: ['state', 'queries', 'ui', 'view', 'scale', 'currency', 'buying', 'places', 'cells', 'map/layers'],
}

/** Tables of rooms, by part. */
const ROOMS_OF = { proxy: PROXY_ROOMS, service: SERVICE_ROOMS, web: WEB_ROOMS }

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
  pure('proxy', PROXY_PURE),

  ...rooms('service', SERVICE_ROOMS),
  pure('service', SERVICE_PURE),

  ...rooms('web', WEB_ROOMS),
]

/** What is surely there: were it not found, the rules would prove nothing. */
const PROBES: IForbiddenRuleType[] = [
  {
    name: 'of a file',
    severity: 'error',
    from: { path: '^src/domain/tile\\.ts$' },
    to: { path: '^src/domain/cell\\.ts$' },
  },
  ...IO.map(
    (module): IForbiddenRuleType => ({
      name: `of ${module} through other files`,
      severity: 'error',
      from: { path: '^src/cli/main\\.ts$' },
      to: { path: module, reachable: true },
    }),
  ),
]

describe('the architecture', () => {
  let result: ICruiseResult
  beforeAll(async () => {
    const { output } = await cruise(
      ['src'],
      {
        ruleSet: { forbidden: [...RULES, ...PROBES] },
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
    expect(violationsOf(result, ({ rule }) => !isProbe(rule.name))).toEqual([])
  })

  test('folders do not import each other in circles', () => {
    expect(folderCircles(result.modules)).toEqual([])
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

  test.each(Object.entries(ROOMS_OF))('the table of the rooms of %s is what they use', (part, rooms) => {
    expect(usesOf(result, part)).toEqual(
      Object.fromEntries(Object.entries(rooms).map(([room, uses]) => [room, uses.toSorted()])),
    )
  })

  test.each(PROBES.map(({ name }) => name))('a forbidden import would be found: that %s', (name) => {
    expect(violationsOf(result, ({ rule }) => rule.name === name)).not.toEqual([])
  })
})

describe('the rule against circles of folders', () => {
  /** Modules as dependency-cruiser tells them, from `importer → imported` with a space between what is imported. */
  const modules = (...lines: string[]): Imports[] =>
    lines.map((line) => {
      const [source = '', imported = ''] = line.split(' → ')
      return { source, dependencies: imported.split(' ').map((resolved) => ({ resolved })) }
    })

  test('finds two folders that import each other, though no files do', () => {
    expect(folderCircles(modules('src/a/x.ts → src/b/x.ts', 'src/b/y.ts → src/a/y.ts src/b/x.ts'))).toEqual([
      'src/a/x.ts → src/b/x.ts',
      'src/b/y.ts → src/a/y.ts',
    ])
  })

  test('finds a longer circle, a folder and one inside it, and names no import beside the circle', () => {
    const longer = ['src/a/x.ts → src/b/x.ts', 'src/b/x.ts → src/c/x.ts', 'src/c/x.ts → src/a/y.ts']
    expect(folderCircles(modules(...longer, 'src/d/x.ts → src/a/x.ts', 'src/c/y.ts → src/e/x.ts'))).toEqual(longer)
    const inside = ['src/a/in/x.ts → src/a/x.ts', 'src/a/y.ts → src/a/in/y.ts']
    expect(folderCircles(modules(...inside))).toEqual(inside)
  })

  test('lets folders import one way, and tests whatever they need', () => {
    const oneWay = ['src/a/x.ts → src/b/x.ts src/c/x.ts', 'src/b/x.ts → src/c/x.ts']
    expect(folderCircles(modules(...oneWay, 'src/c/x.test.ts → src/a/x.ts'))).toEqual([])
  })
})

/** What the rule reads of a module. */
interface Imports {
  readonly source: string
  readonly dependencies: readonly { readonly resolved: string }[]
}

/** The imports, tests' apart, that tie circles of folders, a folder's own subfolders being others. */
function folderCircles(modules: readonly Imports[]): string[] {
  const imports = modules
    .filter(({ source }) => source.startsWith('src/') && !new RegExp(TESTS).test(source))
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })))
    .filter(({ from, to }) => to.startsWith('src/') && dirname(from) !== dirname(to))
  const used = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    used.set(dirname(from), (used.get(dirname(from)) ?? new Set()).add(dirname(to)))
  }
  const reached = new Map([...used.keys()].map((folder) => [folder, reachedFrom(folder)]))
  return imports
    .filter(({ from, to }) => reached.get(dirname(to))?.has(dirname(from)))
    .map(({ from, to }) => `${from} → ${to}`)
    .sort()

  function reachedFrom(start: string): ReadonlySet<string> {
    const found = new Set<string>()
    const open = [start]
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      for (const next of used.get(folder) ?? []) {
        if (!found.has(next)) open.push(next)
        found.add(next)
      }
    }
    return found
  }
}

function isProbe(rule: string): boolean {
  return PROBES.some(({ name }) => name === rule)
}

/** For each room of a part, the part's other rooms that it uses, in the order of the alphabet. */
function usesOf({ modules }: ICruiseResult, part: string): Rooms {
  const room = (file: string) => new RegExp(`^src/${part}/(.+)/[^/]+$`).exec(file)?.[1]
  const uses = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const user = room(source)
    if (user === undefined || new RegExp(TESTS).test(source)) continue
    const used = uses.get(user) ?? new Set()
    for (const { resolved } of dependencies) used.add(room(resolved) ?? user)
    used.delete(user)
    uses.set(user, used)
  }
  return Object.fromEntries([...uses].map(([user, used]) => [user, [...used].sort()]))
}

function violationsOf(result: ICruiseResult, choose: (violation: IViolation) => boolean): string[] {
  return result.summary.violations.filter(choose).map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
}
