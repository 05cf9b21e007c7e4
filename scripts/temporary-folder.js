// @ts-check
import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'
/** More than all tests write at the same time. */
const NEEDED_BYTES = 4 * 1024 ** 3

/** Returns the folder for the tests' databases: in memory where there is room, because most of their time is waits for a disk. */
export function temporaryFolder() {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= NEEDED_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
