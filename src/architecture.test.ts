import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { cruise, type ICruiseResult, type IForbiddenRuleType, type IViolation } from 'dependency-cruiser'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Rooms } from './testing/architecture/rooms.ts'
import { CIRCLE, IO, ROOMS_OF, RULES, type Rule, TESTS, USED_BY_ALL } from './testing/architecture/rules.ts'

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
    result = await read(process.cwd(), [...RULES.map(ruleAlone), ...PROBES])
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
    expect(usesOf(result, part, Object.keys(rooms))).toEqual(
      Object.fromEntries(Object.entries(rooms).map(([room, uses]) => [room, uses.toSorted()])),
    )
  })

  test.each(PROBES.map(({ name }) => name))('a forbidden import would be found: that %s', (name) => {
    expect(violationsOf(result, ({ rule }) => rule.name === name)).not.toEqual([])
  })
})

describe('each rule', () => {
  const root = mkdtempSync(join(tmpdir(), 'architecture-'))
  let result: ICruiseResult
  beforeAll(async () => {
    for (const [file, text] of Object.entries(breaches())) {
      mkdirSync(join(root, dirname(file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    result = await read(root, RULES.map(ruleAlone))
    rmSync(root, { recursive: true })
  })

  test.each(RULES.map(({ name, breach }) => [name, breach.from]))(
    'catches an import that breaks it: %s',
    (name, from) => {
      expect(violationsOf(result, (violation) => violation.rule.name === name)).toContainEqual(
        expect.stringContaining(`${name}: ${from} → `),
      )
    },
  )
})

/** Files in which every rule is broken. */
function breaches(): Record<string, string> {
  const files: Record<string, string> = {}
  const pathTo = (from: string, to: string) => {
    if (!to.startsWith('src/')) return to
    const path = relative(dirname(from), to)
    return path.startsWith('.') ? path : `./${path}`
  }
  for (const { breach } of RULES) {
    const { from, to } = breach
    files[from] = `${files[from] ?? ''}import '${pathTo(from, to)}'\n`
    if (to.startsWith('src/')) files[to] ??= to === CIRCLE ? `import '${pathTo(to, from)}'\n` : 'export {}\n'
  }
  return files
}

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

/** dependency-cruiser refuses properties that it does not know. */
function ruleAlone({ breach: _, ...rule }: Rule): IForbiddenRuleType {
  return rule
}

/** Reads the imports below a folder's `src` and holds them to the rules. */
async function read(baseDir: string, rules: IForbiddenRuleType[]): Promise<ICruiseResult> {
  const { output } = await cruise(
    ['src'],
    {
      baseDir,
      ruleSet: { forbidden: rules },
      validate: true,
      doNotFollow: { path: 'node_modules' },
      tsPreCompilationDeps: true,
    },
    // Packages say by their exports what is what.
    { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  )
  if (typeof output === 'string') throw new Error(output)
  return output
}

function isProbe(rule: string): boolean {
  return PROBES.some(({ name }) => name === rule)
}

/**
 * For each room of a part, the part's other rooms that it uses, in the order of the alphabet. A folder inside a room
 * belongs to it unless the table lists it.
 */
function usesOf({ modules }: ICruiseResult, part: string, listed: readonly string[]): Rooms {
  const inside = new RegExp(`^src/${part}/(.+)/[^/]+$`)
  const room = (file: string) => {
    const folder = inside.exec(file)?.[1]
    if (folder === undefined) return undefined
    const around = listed.filter((name) => `${folder}/`.startsWith(`${name}/`))
    return around.sort((a, b) => b.length - a.length)[0] ?? folder
  }
  const uses = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const user = room(source)
    if (user === undefined || new RegExp(TESTS).test(source)) continue
    const used = uses.get(user) ?? new Set()
    for (const { resolved } of dependencies) used.add(room(resolved) ?? user)
    used.delete(user)
    for (const room of USED_BY_ALL[part] ?? []) used.delete(room)
    uses.set(user, used)
  }
  return Object.fromEntries([...uses].map(([user, used]) => [user, [...used].sort()]))
}

function violationsOf(result: ICruiseResult, choose: (violation: IViolation) => boolean): string[] {
  return result.summary.violations.filter(choose).map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
}
