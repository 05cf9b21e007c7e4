import { existsSync, statSync } from 'node:fs'

/** Throws unless the path can be read as a file, once at least; `prefix` begins the message. */
export function requireReadable(path: string, prefix = ''): void {
  if (!existsSync(path)) throw new Error(`${prefix}there is no such file`)
  if (statSync(path).isDirectory()) throw new Error(`${prefix}expected a file, found a folder; name the files in it`)
}

/** Throws unless the path is a file, which can be read more than once; `prefix` begins the message. */
export function requireFile(path: string, prefix = ''): void {
  requireReadable(path, prefix)
  if (statSync(path).isFile()) return
  throw new Error(`${prefix}expected a file, found a pipe or device; save it to a file first`)
}
