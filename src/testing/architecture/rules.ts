import type { IForbiddenRuleType } from 'dependency-cruiser'
import { PROXY_PURE, PROXY_ROOMS } from './proxy-rooms.ts'
import type { Rooms } from './rooms.ts'
import { SERVER_ROOMS } from './server-rooms.ts'
import { SERVICE_PURE, SERVICE_ROOMS } from './service-rooms.ts'
import { WEB_ROOMS } from './web-rooms.ts'

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

/** Matches the files in a room and in its folders, but not those in a room within it that the table lists. */
function filesOf(part: string, room: string, table: Rooms): string {
  const within = Object.keys(table).filter((other) => other.startsWith(`${room}/`))
  return `^src/${part}/${room}/${within.map((other) => `(?!${other.slice(room.length + 1)}/)`).join('')}`
}

/** Returns the rules that enforce a part's table of rooms. No room may use the files that assemble the part. */
function rooms(part: string, table: Rooms): Rule[] {
  const unlisted: Rule = {
    name: `every folder of ${part} is a room of its table, or inside one`,
    severity: 'error',
    from: { path: `^src/${part}/.+/`, pathNot: Object.keys(table).map((room) => filesOf(part, room, table)) },
    to: {},
    breach: { from: `src/${part}/unlisted/breach.ts`, to: `src/${part}/root.ts` },
  }
  const each = Object.entries(table).map(
    ([room, uses]): Rule => ({
      name: `${part}/${room} uses only ${uses.join(', ') || 'itself'}`,
      severity: 'error',
      from: { path: filesOf(part, room, table), pathNot: TESTS },
      to: {
        path: `^src/${part}/`,
        pathNot: [room, ...uses, ...(USED_BY_ALL[part] ?? [])].map((name) => filesOf(part, name, table)),
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

/** Tables of rooms, by part. */
export const ROOMS_OF: Readonly<Record<string, Rooms>> = {
  server: SERVER_ROOMS,
  proxy: PROXY_ROOMS,
  service: SERVICE_ROOMS,
  web: WEB_ROOMS,
}

/** Rooms that all rooms of a part use, which its table therefore leaves out. */
export const USED_BY_ALL: Readonly<Record<string, readonly string[]>> = { web: ['language'] }

/** Every rule about who may import what. */
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
