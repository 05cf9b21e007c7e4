import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'

/** Read and written by their owner only. */
const PRIVATE_MODE = 0o600

/**
 * Makes a database's file readable and writable by its owner only, creating it empty when missing. SQLite gives the files
 * that it adds beside it the same mode; those of an earlier run are changed too.
 */
export function keepDatabasePrivate(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_MODE))
  for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) makePrivate(file + part)
}

function makePrivate(file: string): void {
  // Changing the mode of another user's file fails, even to the mode that it has.
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, PRIVATE_MODE)
}
