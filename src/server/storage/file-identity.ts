import { statSync } from 'node:fs'

/** Tells a file from another one at the same path; null when there is none. */
export function identityOf(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.dev} ${stat.ino}`
}
