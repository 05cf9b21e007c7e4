// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const STAMP = '.stamp'

/**
 * Returns a hash of the paths and contents of files and of all files below folders; tests are omitted, because no build
 * contains them.
 * @param {string} root folder that the inputs are relative to
 * @param {readonly string[]} inputs files or folders; throws on a missing one
 */
export function stampOf(root, inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((input) => filesBelow(root, input)).sort()) {
    hash
      .update(`${file}\n`)
      .update(readFileSync(join(root, file)))
      .update('\n')
  }
  return hash.digest('hex')
}

/**
 * True when a folder was built from inputs with this stamp.
 * @param {string} folder
 * @param {string} stamp
 */
export function isFresh(folder, stamp) {
  const file = join(folder, STAMP)
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}

/**
 * Fills a temporary folder and renames it into place, so that nobody sees a partial build, even with two builds at once.
 * @param {string} folder what to replace
 * @param {string} stamp what it was made from
 * @param {(aside: string) => Promise<unknown>} fill
 */
export async function replaceFolder(folder, stamp, fill) {
  const aside = `${folder}.${process.pid}.new`
  const old = `${folder}.${process.pid}.old`
  mkdirSync(dirname(folder), { recursive: true })
  try {
    await fill(aside)
    writeFileSync(join(aside, STAMP), stamp)
    if (existsSync(folder)) renameSync(folder, old)
    renameSync(aside, folder)
  } finally {
    for (const path of [aside, old]) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * @param {string} root
 * @param {string} input
 * @returns {string[]}
 */
function filesBelow(root, input) {
  const path = join(root, input)
  if (statSync(path).isFile()) return /\.test\.tsx?$/.test(input) ? [] : [input]
  return readdirSync(path).flatMap((name) => filesBelow(root, `${input}/${name}`))
}
