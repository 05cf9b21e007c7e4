import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'

/** Read and written by their owner only. */
const PRIVATE_MODE = 0o600

/**
 * Makes a database's file readable and writable by its owner only, creating it empty when missing. SQLite gives the files
 * that it adds beside it the same mode; those of an earlier run are changed too.
 */
export function keepDatabasePrivate(file: string): void {
  // An existing database is never opened here: closing it would release the locks of this process's connections to it.
  createPrivate(file)
  for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) makePrivate(file + part)
}

/** Creates an empty file for its owner only; one that exists stays as it is. */
export function createPrivate(file: string): void {
  if (existsSync(file)) return
  try {
    writeFileSync(file, '', { flag: 'wx', mode: PRIVATE_MODE })
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function makePrivate(file: string): void {
  const stat = statSync(file)
  // Changing the mode of another user's file fails, even to the mode that it has. A folder could not be entered any more.
  if (stat.isFile() && (stat.mode & 0o077) !== 0) chmodSync(file, PRIVATE_MODE)
}
