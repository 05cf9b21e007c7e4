// @ts-check
// Writes the page's messages to every catalogue: new ones without a translation, those that nobody says removed. Prints
// what is to be translated. With --check it writes nothing, and exits with 1 when something is missing or wrong.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CATALOGUES, cataloguedLanguages, catalogueFaults, catalogueText, formatCatalogue } from './page-catalogues.js'
import { readPageWords } from './page-words.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const { uses, faults } = readPageWords(ROOT)

for (const language of cataloguedLanguages(ROOT)) {
  if (!process.argv.includes('--check')) {
    const old = JSON.parse(catalogueText(ROOT, language))
    const next = Object.fromEntries([...uses.keys()].map((message) => [message, old[message] ?? '']))
    writeFileSync(join(ROOT, CATALOGUES, `${language}.json`), formatCatalogue(next))
  }
  faults.push(...catalogueFaults(language, catalogueText(ROOT, language), uses))
}
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
