import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { temporaryName } from './leftovers.ts'

/** Changes to files that belong together; paths are relative to DATA_DIR/service. */
export interface FileChanges {
  /** Finished temporary files, and the names that they get. */
  readonly put: readonly { readonly from: string; readonly to: string }[]
  readonly drop: readonly string[]
}

const changes = z.object({ put: z.array(z.object({ from: z.string(), to: z.string() })), drop: z.array(z.string()) })

const JOURNAL = 'changing.json'

/**
 * Makes all of the changes, or none, even if the process is killed in between: they are written down first, and the next
 * task on this DATA_DIR finishes them. Call it only under `workAlone`.
 */
export function changeFiles(service: string, wanted: FileChanges): void {
  const journal = join(service, JOURNAL)
  const temporary = temporaryName(journal)
  for (const { from } of wanted.put) sync(join(service, from))
  writeFileSync(temporary, JSON.stringify(wanted))
  sync(temporary)
  renameSync(temporary, journal)
  sync(service)
  finishChanges(service)
}

/** Finishes changes that a killed process has begun. */
export function finishChanges(service: string): void {
  const journal = join(service, JOURNAL)
  if (!existsSync(journal)) return
  const { put, drop } = changes.parse(JSON.parse(readFileSync(journal, 'utf8')))
  for (const path of drop) rmSync(join(service, path), { force: true })
  for (const { from, to } of put) {
    // Without it, the change was made before the interruption.
    if (existsSync(join(service, from))) renameSync(join(service, from), join(service, to))
  }
  rmSync(journal)
}

function sync(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
