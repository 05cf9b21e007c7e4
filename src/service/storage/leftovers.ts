import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../server/storage/make-folder.ts'

/** A name for an unfinished file or folder under `workAlone`; `clearLeftovers` removes it after an interruption. */
export function temporaryName(name: string): string {
  return `${name}.${process.pid}.tmp`
}

/**
 * Creates a folder if needed and removes unfinished work in it. Call it only under `workAlone`: all of it is old then.
 */
export function clearLeftovers(dir: string): void {
  makeFolder(dir)
  for (const name of readdirSync(dir)) {
    if (/\.\d+\.tmp$/.test(name)) rmSync(join(dir, name), { recursive: true, force: true })
  }
}
