import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../server/storage/make-folder.ts'

/** 256 bits. */
const key = z.string().regex(/^[0-9a-f]{64}$/, 'should be 64 hexadecimal digits')

/**
 * The secret key in DATA_DIR/service/NAME, created with mode 0600 when missing. All processes on the folder get the same
 * one, also when several create it at once. Throws, with the file's name, when the file is something else.
 */
export function openSecretKey(dataDir: string, name: string): string {
  const file = join(dataDir, 'service', name)
  const held = read(file)
  if (held !== null) return held
  makeFolder(join(dataDir, 'service'))
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
    publish(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  return key.parse(read(file))
}

/** Unlike a rename, a link leaves the file of a process that was first. */
function publish(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function read(file: string): string | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
    // The error of a folder in its place has no path.
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
  const parsed = key.safeParse(text.trim())
  if (parsed.success) return parsed.data
  throw new Error(`${file} ${parsed.error.issues[0]?.message}; remove it, and a new one is created`)
}
