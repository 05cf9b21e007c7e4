// @ts-check
import { execFile } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const FILE = `${ROOT}/dist/sbom.cdx.json`
/** What is bundled into the page, and into the proxy’s worker thread. */
const LICENSES = ['web', 'worker'].map((folder) => `${ROOT}/dist/${folder}/third-party-licenses.md`)

/** @typedef {{ name: string, version: string, 'bom-ref': string, properties?: { name: string, value: string }[] }} Component */

/**
 * Writes dist/sbom.cdx.json (CycloneDX): what an installation gets from the registry, and what is bundled into the page and
 * the worker thread. It depends on package-lock.json and what was built only, so two builds of one version write the same file.
 */
export async function buildSbom() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
  const { stdout } = await promisify(execFile)(npm, args, { cwd: ROOT, maxBuffer: 2 ** 28 })
  const { serialNumber: _, ...sbom } = JSON.parse(stdout)
  const { name, version } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'))
  const bundled = bundledPackages()
  const components = sbom.components.flatMap((/** @type {Component} */ component) => {
    const isBundled = bundled.has(`${component.name} ${component.version}`)
    if (!isBundled && isOfDevelopment(component)) return []
    const properties = (component.properties ?? []).filter((property) => property.name !== DEVELOPMENT)
    if (isBundled) properties.push({ name: 'squaremetre:bundled', value: 'true' })
    return [{ ...component, properties }]
  })
  const kept = new Set([
    sbom.metadata.component['bom-ref'],
    ...components.map((/** @type {Component} */ c) => c['bom-ref']),
  ])
  const dependencies = sbom.dependencies
    .filter((/** @type {{ ref: string }} */ { ref }) => kept.has(ref))
    .map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((on) => kept.has(on)),
    }))
  const { timestamp: __, ...metadata } = sbom.metadata
  const document = {
    ...sbom,
    metadata: { ...metadata, component: { ...metadata.component, name, version } },
    components,
    dependencies,
  }
  const draft = `${FILE}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(document, null, 1)}\n`)
  renameSync(draft, FILE)
}

const DEVELOPMENT = 'cdx:npm:package:development'

/** @param {Component} component */
function isOfDevelopment({ properties = [] }) {
  return properties.some(({ name, value }) => name === DEVELOPMENT && value === 'true')
}

/** The packages of what was built, as `name version`. */
function bundledPackages() {
  const headings = LICENSES.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^## (\S+) - (\S+) \(/gm)])
  return new Set(headings.map(([, name, version]) => `${name} ${version}`))
}
