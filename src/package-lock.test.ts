import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly integrity?: string
  readonly resolved?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('every package in the lock has an integrity hash, but those that CONTRIBUTING.md lists', () => {
  expect(packages.length).toBeGreaterThan(300)
  const without = packages.filter(([, { integrity }]) => integrity === undefined).map(([path]) => nameOf(path))
  expect(without.sort()).toEqual(listedNames(read('CONTRIBUTING.md')))
})

test('the lock has the native packages of every platform', () => {
  const wanted = packages.flatMap(([, { optionalDependencies }]) => Object.keys(optionalDependencies ?? {}))
  const held = new Set(packages.map(([path]) => nameOf(path)))
  expect(wanted).toContain('@duckdb/node-bindings-darwin-arm64')
  expect(wanted.filter((name) => !held.has(name))).toEqual([])
})

test('the lock names no registry', () => {
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

/** The names in backquotes in the list items of the section. */
function listedNames(contributing: string): string[] {
  const section = contributing.split(/^## /m).find((text) => text.startsWith('Packages without an integrity hash'))
  if (section === undefined) throw new Error('CONTRIBUTING.md has no section "Packages without an integrity hash"')
  return [...section.matchAll(/^- `([^`]+)`/gm)].map(([, name]) => String(name)).sort()
}
