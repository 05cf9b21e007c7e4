import type { Environment } from './environment.ts'

/** What the program provides to its commands. */
export interface Context {
  /** The settings. They are read and checked at the first call, so that `--help` works even when they are invalid. */
  environment(): Environment
  /** Makes sure that the page is built; returns its folder. */
  preparePage(): Promise<string>
}
