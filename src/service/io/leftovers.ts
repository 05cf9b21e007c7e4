import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A name for what is being made, which `removeLeftovers` knows again if this process is killed before it is done. */
export function temporaryName(name: string): string {
  return `${name}.${process.pid}.tmp`
}

/** Makes a folder if need be, and removes from it what processes that are gone left half made. */
export function clearLeftovers(dir: string): void {
  mkdirSync(dir, { recursive: true })
  for (const name of readdirSync(dir)) {
    const pid = /\.(\d+)\.tmp$/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dir, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Signal 0 only asks; EPERM means that the process is there but another's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
