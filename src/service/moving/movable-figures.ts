import type { AsOf } from '../../domain/period.ts'

/** The tables of a period that are moved, each as one Parquet file of this name; of the cells of all listings, the last. */
export const MOVED_TABLES = ['figure', 'fact', 'listing_cell'] as const
export type MovedTable = (typeof MOVED_TABLES)[number]

/** The published revision of a period. */
export interface Revision {
  readonly as_of: AsOf
  /** From 1. */
  readonly revision: number
  readonly fingerprint: string
  /** A withdrawal: the label has no figures any more. */
  readonly withdrawn: boolean
  /** How it was built, as its store says it. */
  readonly meta: Readonly<Record<string, unknown>>
}

/** The cells of all listings, of any age. */
export interface Held {
  readonly fingerprint: string
}

/** Rows that were received, and that nobody sees yet. */
export interface Draft {
  /** Writes them as they are stored now. */
  read(folder: string): Promise<void>
  publish(): Promise<void>
  discard(): Promise<void>
}

/** A store from which or to which figures are moved. */
export interface MovableFigures {
  /** Without credentials. */
  readonly name: string
  /** The newest revision of each label, oldest label first. */
  revisions(): Promise<readonly Revision[]>
  held(): Promise<Held | null>
  /** Writes the rows of a published period as Parquet files into an existing folder. */
  read(label: AsOf | 'held', folder: string): Promise<void>
  /** Stores the rows in a folder's Parquet files. */
  receive(revision: Revision, folder: string): Promise<Draft>
  receiveHeld(held: Held, folder: string): Promise<Draft>
  /** Publishes that a label has no figures any more. */
  withdraw(revision: Revision): Promise<void>
  close(): Promise<void>
}
