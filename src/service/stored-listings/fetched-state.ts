import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { temporaryName } from '../storage/leftovers.ts'

const FILE = 'stored-listings.json'

const state = z.object({
  /** The storage that the files came from. */
  store: z.string(),
  /** Digests of the files here by path; empty where a change was begun. */
  files: z.record(z.string(), z.string()),
})

/** The digests of files that came from this storage, by path; null when none ever did. */
export function readFetched(service: string, store: string): Map<string, string> | null {
  const file = join(service, FILE)
  if (!existsSync(file)) return null
  const held = state.parse(JSON.parse(readFileSync(file, 'utf8')))
  return held.store === store ? new Map(Object.entries(held.files)) : null
}

export function writeFetched(service: string, store: string, files: ReadonlyMap<string, string>): void {
  const file = join(service, FILE)
  const draft = temporaryName(file)
  writeFileSync(draft, JSON.stringify({ store, files: Object.fromEntries(files) }))
  renameSync(draft, file)
}

/** The files here that are shared, by path in DATA_DIR/service. */
export function sharedPaths(service: string): string[] {
  const inFolder = (folder: string, shape: RegExp) =>
    existsSync(join(service, folder))
      ? readdirSync(join(service, folder))
          .filter((name) => shape.test(name))
          .map((name) => `${folder}/${name}`)
      : []
  return [...inFolder('listings', /\.parquet$/), ...inFolder('imports', /^\d+(\.json|\.aside\.parquet)$/)].sort()
}
