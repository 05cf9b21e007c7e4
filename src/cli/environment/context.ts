import type { Environment } from './environment.ts'

/** What commands get from the program around them. */
export interface Context {
  /** The settings, read and checked at the first call, so that `--help` works under wrong ones. */
  environment(): Environment
  /** Makes sure that the page is built; answers its folder. */
  preparePage(): Promise<string>
}
