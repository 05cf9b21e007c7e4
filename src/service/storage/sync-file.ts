import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until a file's bytes are on disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
