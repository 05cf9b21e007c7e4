import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileIn = (dataDir: string) => join(dataDir, 'service', 'address')

/** Keeps the scheme, host and port of the service that was last started on DATA_DIR; answers what takes it away again. */
export function recordAddress(dataDir: string, url: string): () => void {
  const { origin } = new URL(url)
  mkdirSync(join(dataDir, 'service'), { recursive: true })
  writeFileSync(fileIn(dataDir), `${origin}\n`)
  return () => {
    // Another service may have been started since.
    if (recordedAddress(dataDir) === origin) rmSync(fileIn(dataDir), { force: true })
  }
}

/** Scheme, host and port of the service that was last started on DATA_DIR; null when none runs, unless it was killed. */
export function recordedAddress(dataDir: string): string | null {
  try {
    return readFileSync(fileIn(dataDir), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
