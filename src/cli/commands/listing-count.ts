import { InvalidArgumentError } from 'commander'

const FEWEST = 1_000
const MOST = 50_000_000

/** Reads a number of listings, as `200000` or `200_000`; for commander's parsers. */
export function listingCount(text: string): number {
  const count = Number(text.replaceAll('_', ''))
  if (!Number.isInteger(count) || count < FEWEST || count > MOST) {
    throw new InvalidArgumentError(`It should be from ${FEWEST} to ${MOST}.`)
  }
  return count
}
