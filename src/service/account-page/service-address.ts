import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../server/storage/make-folder.ts'

const fileIn = (dataDir: string) => join(dataDir, 'service', 'address')

/** Records the scheme, host and port of the service running on DATA_DIR; returns a function that removes the record. */
export function recordAddress(dataDir: string, url: string): () => void {
  const { origin } = new URL(url)
  try {
    makeFolder(join(dataDir, 'service'))
    writeFileSync(fileIn(dataDir), `${origin}\n`)
  } catch (error) {
    // On a full disk, links only have to be given the address.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  return () => {
    // Another service may have been started since.
    if (recordedAddress(dataDir) === origin) rmSync(fileIn(dataDir), { force: true })
  }
}

/** The address of the service last started on DATA_DIR; null after it has stopped. A killed one leaves its address. */
export function recordedAddress(dataDir: string): string | null {
  try {
    return readFileSync(fileIn(dataDir), 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
