import type { IForbiddenRuleType } from 'dependency-cruiser'

export const TESTS = '\\.test\\.tsx?$'

/** The file of a breach that imports its importer. */
export const CIRCLE = 'src/domain/circle.ts'

/** A rule, and an example import that breaks it: from a file, to another file below src or a module. */
export type Rule = IForbiddenRuleType & {
  readonly name: string
  readonly breach: { readonly from: string; readonly to: string }
}

/** Limits what a folder of src may import beside itself. The rule ignores tests, and imports from outside src. */
function only(from: string, to: string[]): Rule {
  const allowed = [from, ...to].map((folder) => `^src/${folder}/`)
  return {
    name: `${from} imports only ${to.join(', ') || 'itself'}`,
    severity: 'error',
    from: { path: `^src/${from}/`, pathNot: TESTS },
    to: { path: '^src/', pathNot: allowed },
    breach: { from: `src/${from}/breach.ts`, to: 'src/elsewhere/file.ts' },
  }
}

/** The rooms of a part, which are its folders, and the other rooms that each may use. */
export type Rooms = Readonly<Record<string, readonly string[]>>

/** Matches the files in a room, but not those in a room within it. */
const filesOf = (part: string, room: string) => `^src/${part}/${room}/[^/]+$`

/** Rooms that all rooms of a part use, which its table therefore leaves out. */
export const USED_BY_ALL: Readonly<Record<string, readonly string[]>> = { web: ['language'] }

/** Returns the rules that enforce a part's table of rooms. No room may use the files that assemble the part. */
function rooms(part: string, table: Rooms): Rule[] {
  const unlisted: Rule = {
    name: `every folder of ${part} is a room of its table`,
    severity: 'error',
    from: { path: `^src/${part}/.+/`, pathNot: Object.keys(table).map((room) => filesOf(part, room)) },
    to: {},
    breach: { from: `src/${part}/unlisted/breach.ts`, to: `src/${part}/root.ts` },
  }
  const each = Object.entries(table).map(
    ([room, uses]): Rule => ({
      name: `${part}/${room} uses only ${uses.join(', ') || 'itself'}`,
      severity: 'error',
      from: { path: filesOf(part, room), pathNot: TESTS },
      to: {
        path: `^src/${part}/`,
        pathNot: [room, ...uses, ...(USED_BY_ALL[part] ?? [])].map((name) => filesOf(part, name)),
      },
      breach: { from: `src/${part}/${room}/breach.ts`, to: `src/${part}/root.ts` },
    }),
  )
  return [unlisted, ...each]
}

/** Modules and packages that do I/O or use timers. */
export const IO = [
  '^(node:)?(fs|net|http|https|http2|tls|dns|dgram|child_process|worker_threads|timers|os)(/promises)?$',
  ...['libsql', '@duckdb', '@clickhouse', 'pg', 'ioredis', 'undici', 'hono', '@hono', 'pino', 'prom-client'].map(
    (name) => `^node_modules/${name}/`,
  ),
]

/** Pure files do no I/O, and neither does anything that they import, types included. */
function pure(part: string, paths: readonly [string, ...string[]]): Rule {
  return {
    name: `pure files of ${part} import nothing that does I/O`,
    severity: 'error',
    from: { path: paths.map((path) => `^src/${part}/${path}`), pathNot: TESTS },
    to: { path: IO, reachable: true },
    breach: { from: `src/${part}/${paths[0]}breach.ts`, to: 'node:fs' },
  }
}

/** The rooms of the proxy, and the other rooms that each may use. */
const PROXY_ROOMS: Rooms = {
  tiles: [],
  lessons: [],
  planning: ['lessons', 'tiles'],
  upstream: [],
  ledger: ['tiles'],
  hints: ['tiles', 'planning', 'ledger', 'upstream'],
  spending: ['ledger', 'upstream'],
  buying: ['tiles', 'lessons', 'planning', 'ledger', 'hints', 'spending', 'upstream'],
  areas: ['buying', 'planning', 'ledger', 'hints', 'spending', 'upstream'],
  rates: ['buying', 'tiles', 'ledger', 'spending', 'upstream'],
  history: ['areas', 'buying', 'hints', 'ledger', 'planning', 'spending', 'tiles', 'upstream'],
  scales: ['tiles', 'ledger', 'hints', 'upstream'],
  access: ['spending'],
  routes: [
    'access',
    'areas',
    'history',
    'rates',
    'scales',
    'buying',
    'tiles',
    'ledger',
    'hints',
    'spending',
    'upstream',
  ],
}

/** The pure parts of the proxy: whole rooms, and single files of others. */
const PROXY_PURE: [string, ...string[]] = [
  'lessons/',
  'planning/',
  'tiles/',
  'upstream/(circuit|endpoint-of|free-paths|openapi-parameters|refusals|retry-after|retry-pause|service-answer)\\.ts$',
  'ledger/(ledger-file|lease-watch|lookup-answer|rates-lesson)\\.ts$',
  'spending/(meter-detail|spending-caps)\\.ts$',
  'areas/area-figures\\.ts$',
  'history/(earlier-plan|history-plan)\\.ts$',
  'rates/currency-rate\\.ts$',
  'scales/(judge-territory|territory-chain)\\.ts$',
]

/** The rooms of the service, from the bottom up. */
const SERVICE_ROOMS: Rooms = {
  storage: [],
  csv: ['storage'],
  geonames: [],
  names: [],
  'open-data': [],
  plans: [],
  'object-storage': [],
  runs: ['storage'],
  listings: ['runs', 'storage'],
  'stored-listings': ['listings', 'object-storage', 'storage'],
  periods: ['storage'],
  rates: ['csv', 'storage'],
  figures: ['periods', 'storage'],
  clickhouse: [],
  'figures/clickhouse': ['clickhouse', 'figures', 'periods', 'storage'],
  postgres: [],
  metering: ['plans', 'postgres', 'storage'],
  accounts: ['metering', 'plans', 'postgres', 'storage'],
  places: ['figures', 'names', 'storage'],
  search: ['names', 'places'],
  zones: ['geonames', 'places', 'storage'],
  'import/columns': [],
  'import/file': ['csv', 'storage'],
  'import/presets': ['csv', 'storage'],
  import: [
    'csv',
    'geonames',
    'import/columns',
    'import/file',
    'import/presets',
    'listings',
    'rates',
    'runs',
    'storage',
  ],
  build: ['figures', 'listings', 'periods', 'rates', 'runs', 'storage'],
  'build/clickhouse': ['build', 'clickhouse', 'figures', 'figures/clickhouse', 'rates', 'storage'],
  moving: [
    ...[
      'accounts',
      'build/clickhouse',
      'clickhouse',
      'figures',
      'figures/clickhouse',
      'periods',
      'postgres',
      'storage',
    ],
  ],
  gazetteer: ['geonames', 'listings', 'places', 'storage', 'zones'],
  'demo/data': [],
  demo: ['demo/data', 'geonames', 'listings', 'places', 'storage'],
  requests: ['accounts', 'figures', 'listings', 'metering', 'places', 'plans', 'search'],
  'account-page': ['accounts', 'metering', 'plans', 'requests'],
  routes: ['figures', 'listings', 'metering', 'plans', 'rates', 'requests'],
  'routes/geo': ['places', 'requests', 'search'],
  'routes/stats': ['build', 'figures', 'listings', 'places', 'plans', 'rates', 'requests', 'routes'],
}

/** The pure parts of the service: whole rooms, and single files of others. */
const SERVICE_PURE: [string, ...string[]] = [
  'names/',
  'demo/data/',
  'accounts/(account-error|account-row)\\.ts$',
  'clickhouse/clickhouse-address\\.ts$',
  'object-storage/s3-address\\.ts$',
  'stored-listings/manifest\\.ts$',
  'csv/(csv-dialect|csv-record-count|legacy-encoding|letter-frequencies|quoted-field|text-encoding)\\.ts$',
  'demo/(home|land-mask|market-map|months|noise|place-rows|price-levels|quarters|random)\\.ts$',
  'demo/(settlements|territory|towns|urban-cells)\\.ts$',
  'figures/(cell-runs|id-ranges|lens-filter)\\.ts$',
  'gazetteer/(made-places|name-tree)\\.ts$',
  'geonames/region-names\\.ts$',
  'import/columns/',
  'import/file/(found-row|json-cells|rejects-form)\\.ts$',
  'import/(column-style|currency-words|guess-month|import-report|likelier-order|missing-rates|month-words|price-level|word-meanings)\\.ts$',
  'listings/listing-words\\.ts$',
  'open-data/(dvf-source|open-source|open-sources)\\.ts$',
  'metering/(circuit-breaker|rate-limiter)\\.ts$',
  'postgres/(named-parameters|postgres-address|postgres-faults)\\.ts$',
  'periods/period-pool\\.ts$',
  'places/(cell-id|countries|place-tree|territory)\\.ts$',
  'plans/(cycle|plans)\\.ts$',
  'rates/(country-currency|rate-table|rates)\\.ts$',
  'routes/geo/hexes-cursor\\.ts$',
  'search/(geocoder|geocoder-dialects|read-json|search-places)\\.ts$',
  'zones/(zone-levels|zone-shape)\\.ts$',
]

/** The rooms of the page, from the bottom up; all of them use `language`. */
const WEB_ROOMS: Rooms = {
  language: [],
  state: [],
  queries: ['state'],
  ui: ['state', 'queries'],
  streets: ['queries', 'ui'],
  figures: ['state', 'queries'],
  metric: ['state', 'queries', 'ui', 'figures'],
  view: ['state', 'queries', 'figures', 'metric'],
  scale: ['state', 'queries', 'ui', 'view', 'metric'],
  currency: ['state', 'queries', 'ui', 'figures', 'view'],
  buying: ['state', 'queries', 'ui', 'view', 'metric'],
  periods: ['state', 'queries', 'ui', 'figures', 'view', 'buying'],
  spending: ['state', 'queries', 'ui', 'lens'],
  areas: ['state', 'queries', 'ui', 'figures', 'metric', 'view', 'buying'],
  'metric-choice': ['state', 'queries', 'ui', 'figures', 'metric', 'view', 'areas', 'periods'],
  lens: ['state', 'queries', 'ui', 'view', 'currency', 'metric-choice'],
  beside: ['state', 'queries', 'ui', 'figures', 'view', 'scale', 'lens', 'periods'],
  legend: ['state', 'queries', 'ui', 'figures', 'view', 'scale', 'currency', 'buying', 'lens', 'metric'],
  places: ['state', 'queries', 'ui', 'figures', 'metric', 'view', 'areas'],
  tree: ['state', 'queries', 'ui', 'view', 'places'],
  drawing: ['state', 'queries', 'ui', 'view', 'areas', 'places'],
  tray: [
    'state',
    'queries',
    'ui',
    'figures',
    'metric',
    'view',
    'areas',
    'places',
    'drawing',
    'beside',
    'export',
    'saved',
  ],
  'place-files': ['state', 'queries', 'ui', 'figures', 'metric', 'view', 'areas', 'places', 'beside', 'export', 'tray'],
  panel: ['state', 'ui', 'lens', 'tree', 'tray', 'place-files'],
  cells: ['state', 'queries', 'ui', 'figures', 'metric', 'view', 'buying', 'areas', 'places'],
  search: ['state', 'queries', 'ui', 'view', 'areas', 'places'],
  'take-along': [
    'streets',
    'state',
    'ui',
    'figures',
    'view',
    'scale',
    'areas',
    'drawing',
    'beside',
    'export',
    'legend',
    'tray',
  ],
  help: ['state', 'ui'],
  saved: ['state', 'ui', 'areas', 'places', 'drawing'],
  meter: ['streets', 'help', 'saved', 'take-along', 'state', 'queries', 'ui', 'spending'],
  embed: ['streets', 'state', 'queries', 'ui', 'cells', 'legend', 'meter'],
  export: ['state', 'queries', 'ui', 'figures', 'metric', 'view', 'lens'],
  report: [
    'state',
    'queries',
    'ui',
    'figures',
    'metric',
    'areas',
    'places',
    'legend',
    'meter',
    'tray',
    'beside',
    'export',
    'take-along',
  ],
  table: ['state', 'ui', 'figures', 'metric', 'view', 'beside', 'export'],
  voice: ['state', 'queries', 'ui', 'figures', 'metric', 'view'],
  'map/layers': ['queries', 'metric', 'view', 'scale', 'places'],
  'map/basemap': ['streets', 'map/layers'],
  'map/shell': ['state', 'ui', 'view', 'map/layers', 'map/basemap'],
  map: [
    'state',
    'queries',
    'ui',
    'metric',
    'view',
    'scale',
    'currency',
    'buying',
    'areas',
    'places',
    'drawing',
    'beside',
    'cells',
    'map/layers',
    'map/basemap',
    'map/shell',
    'streets',
  ],
}

/** What every HTTP server of this package needs. */
const SERVER_ROOMS: Rooms = {
  // Connections, clients, request ids, health, metrics, graceful shutdown.
  http: ['work'],
  // Queues, turns and shares, and work in other threads.
  work: [],
  // Files with secrets, faults of files, statements of stores, Redis.
  storage: [],
  // The places and airports of the world, by name.
  world: [],
}

/** Tables of rooms, by part. */
export const ROOMS_OF: Readonly<Record<string, Rooms>> = {
  server: SERVER_ROOMS,
  proxy: PROXY_ROOMS,
  service: SERVICE_ROOMS,
  web: WEB_ROOMS,
}

export const RULES: Rule[] = [
  {
    name: 'no cycles',
    severity: 'error',
    from: { path: '^src/' },
    to: { circular: true },
    breach: { from: 'src/domain/breach.ts', to: CIRCLE },
  },
  {
    name: 'everything resolves',
    severity: 'error',
    from: { path: '^src/' },
    to: { couldNotResolve: true },
    breach: { from: 'src/domain/breach.ts', to: './missing.ts' },
  },
  only('domain', []),
  only('contract', ['domain']),
  only('server', ['domain', 'contract']),
  only('web', ['domain', 'contract']),
  only('proxy', ['domain', 'contract', 'server']),
  only('service', ['domain', 'contract', 'server']),
  only('cli', ['domain', 'contract', 'server', 'proxy', 'service']),
  {
    name: 'a command is loaded when it is needed',
    severity: 'error',
    from: { path: '^src/cli/main\\.ts$' },
    to: { path: '^src/cli/(commands|serving)/', dynamic: false },
    breach: { from: 'src/cli/main.ts', to: 'src/cli/commands/command.ts' },
  },
  // The conformance checks, which judge a service over HTTP, know nothing about our implementation.
  only('conformance', ['domain', 'contract']),
  {
    name: 'testing is for tests alone',
    severity: 'error',
    from: { path: '^src/', pathNot: [TESTS, '^src/testing/'] },
    to: { path: '^src/testing/' },
    breach: { from: 'src/cli/breach.ts', to: 'src/testing/file.ts' },
  },
  {
    name: 'nothing imports a test',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: TESTS },
    breach: { from: 'src/cli/breach.ts', to: 'src/cli/file.test.ts' },
  },

  ...rooms('server', SERVER_ROOMS),

  ...rooms('proxy', PROXY_ROOMS),
  pure('proxy', PROXY_PURE),

  ...rooms('service', SERVICE_ROOMS),
  pure('service', SERVICE_PURE),

  ...rooms('web', WEB_ROOMS),
]
