import type { Logger } from 'pino'
import type { AsOf, Day } from '../../domain/period.ts'
import type { FirstView } from '../figures/period.ts'
import type { Rates } from '../rates/rates.ts'
import type { Method, Unrated } from './computing/make-figures.ts'

/** Listings of one day. */
export interface ListingDay {
  readonly day: Day
  readonly listings: number
  /** Changes with anything in the listings that affects figures; the same in every store. */
  readonly digest: string
  /** Their countries, in the order of the alphabet. */
  readonly countries: readonly string[]
}

/** What a period says of how it was built. */
export type BuiltMeta = Readonly<Record<string, unknown>> & { readonly fingerprint: string }

/** Where a build computes figures, and where it publishes them. Every store returns the same figures. */
export interface BuildStore {
  /** Days with listings, oldest first. */
  days(): Promise<readonly ListingDay[]>
  /** Labels with figures, oldest first. */
  publishedLabels(): Promise<AsOf[]>
  /**
   * The fingerprint of what a published period was built from; null when there is no period, or it cannot be read and has
   * to be built again.
   */
  publishedFingerprint(label: AsOf): Promise<string | null>
  /** Publishes that a label has no figures any more. */
  withdraw(label: AsOf): Promise<void>
  /** Publishes the cells of all listings, unless they are published already. */
  writeHeldCells(days: readonly ListingDay[]): Promise<void>
  /**
   * Computes a period without publishing it. Returns the listings left out for lack of a rate; throws when that is
   * almost all of them.
   */
  make(period: { asOf: AsOf; rates: Rates; method: Method }): Promise<MadePeriod>
  /** Publishes the period that was made last, in one step, as a new revision; returns the number of its figures. */
  publish(label: AsOf, meta: BuiltMeta): Promise<number>
  /** Announces what was published but not announced yet, including by killed builds. */
  announcePublished(announce: (labels: readonly AsOf[]) => Promise<void>): Promise<void>
  /** Removes revisions that nobody reads any more. */
  removeReplaced(): Promise<void>
  close(): Promise<void>
}

export interface MadePeriod {
  readonly left_out: Unrated[]
  readonly first_view: FirstView | null
}

export interface BuildStoreOptions {
  readonly dataDir: string
  /** The files of listings in DATA_DIR. */
  readonly files: readonly string[]
  /** How many listings' figures are computed together, about; figures are the same whatever it is. */
  readonly listingsAtOnce: number
  readonly log: Logger
}

/** Opens a store for one build. */
export type OpenBuildStore = (options: BuildStoreOptions) => Promise<BuildStore>
