import { InvalidArgumentError } from 'commander'

const FEWEST = 1_000
const MOST = 50_000_000

/** Commander parser for a number of listings, such as `200000` or `200_000`. */
export function listingCount(text: string): number {
  const count = Number(text.replaceAll('_', ''))
  if (!Number.isInteger(count) || count < FEWEST || count > MOST) {
    throw new InvalidArgumentError(`Expected a number from ${FEWEST} to ${MOST}.`)
  }
  return count
}
