import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A name for what is being made under `workAlone`, which `clearLeftovers` knows again if that is cut short. */
export function temporaryName(name: string): string {
  return `${name}.${process.pid}.tmp`
}

/** Makes a folder if need be, and removes what was left half made in it. Only for who works alone: all of it is old. */
export function clearLeftovers(dir: string): void {
  mkdirSync(dir, { recursive: true })
  for (const name of readdirSync(dir)) {
    if (/\.\d+\.tmp$/.test(name)) rmSync(join(dir, name), { recursive: true, force: true })
  }
}
