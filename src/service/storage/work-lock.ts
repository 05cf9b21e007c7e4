import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'libsql'
import { z } from 'zod'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { finishChanges } from './change-files.ts'

/** A task on DATA_DIR/service that only one process can do at a time. */
export interface Work {
  readonly dataDir: string
  /** Name of the task for people: `build`, `import`. */
  readonly task: string
  /** Called once when another task has to end first. */
  readonly onWait?: ((text: string) => void) | undefined
}

const RETRY_MS = 100

const holder = z.object({ pid: z.int(), task: z.string(), since: z.string() })

/**
 * Runs a task that changes listings or periods, after waiting for such tasks of all processes on this DATA_DIR. The
 * lock on `working.lock` is the operating system's, so a killed process releases it.
 */
export async function workAlone<T>(options: Work, work: () => Promise<T>): Promise<T> {
  const { dataDir, task, onWait } = options
  const service = join(dataDir, 'service')
  makeFolder(service)
  const lock = new Database(join(service, 'working.lock'))
  const sign = join(service, 'working.json')
  try {
    for (let waits = 0; !isTaken(lock); waits++) {
      if (waits === 0) onWait?.(waitingFor(sign, dataDir))
      await setTimeout(RETRY_MS)
    }
    writeFileSync(sign, JSON.stringify({ pid: process.pid, task, since: new Date().toISOString() }))
    try {
      finishChanges(service)
      return await work()
    } finally {
      rmSync(sign, { force: true })
    }
  } finally {
    lock.close()
  }
}

function isTaken(lock: Database.Database): boolean {
  try {
    // The file stays empty, so it needs no journal, which a killed process would leave behind.
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false
    throw error
  }
}

/**
 * Describes the wait. The note about the holder is only informative: it can be missing for a moment, or left by a
 * killed process.
 */
function waitingFor(sign: string, dataDir: string): string {
  const held = readHolder(sign)
  if (!held) return `waiting for other work on ${dataDir} to end`
  const { pid, task, since } = held
  return `waiting for another ${task} on ${dataDir} to end: process ${pid}, since ${since}; "kill ${pid}" ends it safely`
}

function readHolder(sign: string): z.infer<typeof holder> | null {
  try {
    return holder.parse(JSON.parse(readFileSync(sign, 'utf8')))
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return null
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
