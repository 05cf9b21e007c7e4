import { setFlagsFromString } from 'node:v8'

/**
 * Stops V8, in the whole process, from creating objects in its old generation because earlier ones of their kind have
 * lived long. Preparing a few hundred tiles was enough for that decision, which lasts. From then on, one such object in a
 * request kept the whole request in memory until a full collection, and held tiles were sent at about two thirds of the rate.
 */
export function allocateYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
