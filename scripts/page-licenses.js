// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SECTIONS = /^(?=## )/m

/**
 * Completes the licences that Vite lists: it names the packages of scripts, but not those of fonts and other files that
 * style sheets and scripts only refer to. Fails when a package has no licence text, which a release must contain.
 * @param {string} fileName the file that Vite writes (`build.license`)
 * @returns {import('vite').Plugin}
 */
export function completeLicenses(fileName) {
  return {
    name: 'complete-licenses',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const list = bundle[fileName]
        if (list?.type !== 'asset') throw new Error(`expected Vite to write ${fileName}, found none`)
        const files = Object.values(bundle).flatMap((output) =>
          output.type === 'asset' ? output.originalFileNames : [],
        )
        const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []))
        let text = String(list.source)
        for (const folder of [...folders].sort()) {
          const section = licenseOf(folder)
          if (!text.includes(section.heading)) text += `\n${section.heading}\n\n${section.text}\n`
        }
        text = text.split(SECTIONS).map(withOwnText).join('')
        const bare = text.split(SECTIONS).filter((section) => /^## .*$/.test(section.trim()))
        if (bare.length > 0) {
          const names = bare.map((section) => section.trim().slice(3)).join(', ')
          throw new Error(`expected the text of the licence of every bundled package, found none for ${names}`)
        }
        list.source = text
      },
    },
  }
}

/**
 * Adds the licence of a package that ships without its text; `licenses/` has it from the package's repository.
 * @param {string} section
 */
function withOwnText(section) {
  const [, name] = /^## (\S+)/.exec(section) ?? []
  const file = new URL(`licenses/${name}.txt`, import.meta.url)
  const isBare = section.trim().split('\n').length === 1
  return isBare && existsSync(file) ? `${section.trim()}\n\n${readFileSync(file, 'utf8').trim()}\n\n` : section
}

/** @param {string} file @returns {string | null} the folder of the package in node_modules that a file belongs to */
function packageFolder(file) {
  if (!file.includes('node_modules/')) return null
  for (let folder = dirname(file); folder.includes('node_modules/'); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return null
}

/** @param {string} folder */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
  return { heading: `## ${name} - ${version} (${license})`, text }
}
