import { existsSync, statSync } from 'node:fs'

/** Throws when a path is not that of a file; `prefix` begins the message. */
export function requireFile(path: string, prefix = ''): void {
  if (!existsSync(path)) throw new Error(`${prefix}there is no such file`)
  if (!statSync(path).isFile()) throw new Error(`${prefix}expected a file, found a folder; name the files in it`)
}
