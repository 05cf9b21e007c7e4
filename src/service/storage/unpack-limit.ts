import { statSync } from 'node:fs'

/** A file may always unpack to this much, in bytes. */
const FREE_BYTES = 64 * 2 ** 20
/** Tables pack to a tenth or a fiftieth of their size; what packs to less was made to fill a disk. */
const MOST_TIMES = 100

/** The most bytes that a packed file may unpack to: a hundred times its size, and 64 MiB at least. */
export function unpackLimit(file: string): number {
  return Math.max(FREE_BYTES, MOST_TIMES * statSync(file).size)
}

/** A packed file that was made to fill a disk. */
export class UnpackedTooFar extends Error {}

/** The error for a file that unpacks to more. */
export function unpackedTooFar(file: string): UnpackedTooFar {
  const [mebibytes, size] = [Math.round(unpackLimit(file) / 2 ** 20), statSync(file).size]
  return new UnpackedTooFar(
    `expected a file of ${size} bytes to unpack to at most ${mebibytes} MiB, found more; nothing was imported. If it is what you expect, unpack it yourself and import the unpacked file`,
  )
}
