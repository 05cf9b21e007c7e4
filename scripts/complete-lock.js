// @ts-check
// Run after `npm install`: adds the native packages of other platforms that npm omitted to package-lock.json. When a
// registry does not serve the packages of every platform, npm silently omits them, and `npm ci` refuses such a lock.
// The platform comes from a package's name, the version from its dependents.
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * @typedef {{
 *   version?: string, cpu?: string[], dev?: boolean, libc?: string[], optional?: boolean, os?: string[],
 *   optionalDependencies?: Record<string, string>,
 * }} Locked
 */

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
/** @type {Record<string, Locked>} */
const packages = lock.packages

/** @type {string[]} */
const added = []
for (const [path, dependent] of Object.entries(packages)) {
  for (const [name, wanted] of Object.entries(dependent.optionalDependencies ?? {})) {
    if (isHeld(path, name)) continue
    const platform = platformOf(name)
    if (!platform)
      throw new Error(`expected ${name} in the lock, because ${path} depends on it; its name shows no platform`)
    const { cpu, libc, os } = platform
    // In npm's order.
    packages[`node_modules/${name}`] = {
      version: wanted.replace(/^[~^]/, ''),
      ...(cpu && { cpu: [cpu] }),
      ...(dependent.dev && { dev: true }),
      ...(libc && { libc: [libc] }),
      optional: true,
      os: [os],
    }
    added.push(name)
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'package-lock.json is complete' : `added to package-lock.json: ${added.join(', ')}`)

/**
 * True when a dependent finds a package in one of the folders that Node searches.
 * @param {string} path
 * @param {string} name
 */
function isHeld(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`]) return true
    if (at === '') return false
  }
}

/** @param {string} name as `@biomejs/cli-linux-x64-musl` */
function platformOf(name) {
  const words = name.replace(/^@[^/]+\//, '').split('-')
  const os = name === 'fsevents' ? 'darwin' : SYSTEMS.find((system) => words.includes(system))
  const cpu = PROCESSORS.find((processor) => words.includes(processor))
  if (os === undefined) return null
  const libc = os !== 'linux' ? null : words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc'
  return { cpu, libc, os }
}
