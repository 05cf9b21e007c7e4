import { MAX_AS_OF_AGE_DAYS } from '../../domain/period.ts'
import type { FigureStore } from '../../service/figures/figure-store.ts'
import { FiguresUnreadable } from '../../service/figures/period.ts'
import { listingFiles } from '../../service/listings/listing-store.ts'
import { type FiguresPlace, withPublished } from '../../service/open-figures.ts'
import { say } from '../environment/terminal.ts'
import { DAYS_AFTER_LABEL } from './data-clock.ts'

const DAY_MS = 86_400_000

/** Who serves the figures, and whether they have just been built, are built from now on, or wait for "build". */
interface Serving {
  readonly command: 'start' | 'service'
  readonly builds: 'done' | 'scheduled' | 'by hand'
}

/**
 * When the service has no current period, says why and what to do. Says nothing of figures that cannot be read: the
 * service starts all the same, logs the fault and serves them once they can be.
 */
export async function warnWithoutFigures(
  place: FiguresPlace,
  now: Date,
  serving: Serving = { command: 'start', builds: 'done' },
): Promise<void> {
  const warning = await withPublished(
    place,
    () => now,
    (figures) => warningOf(figures, place.dataDir, now, serving),
  ).catch((error: unknown) => {
    if (error instanceof FiguresUnreadable) return null
    throw error
  })
  if (warning !== null) say(warning)
}

function warningOf(figures: FigureStore, dataDir: string, now: Date, { command, builds }: Serving): string | null {
  if (figures.served()) return null
  const newest = figures.newest()?.as_of
  if (newest === undefined && listingFiles(dataDir).length === 0) {
    return `There are no listings in ${dataDir}, so the map is empty. "squaremetre import FILE" imports some, and "squaremetre demo" creates a demonstration market.`
  }
  if (newest === undefined) {
    const remedy = `no month of the listings is complete on ${day(now)}, set SERVICE_NOW to a later day.`
    if (builds === 'scheduled') return `There are no figures yet; they are being built. If ${remedy}`
    if (builds === 'by hand') return `There are no figures yet. "squaremetre build" builds them. If ${remedy}`
    return `There are no figures: no month of the listings is complete on ${day(now)}. To see them, set SERVICE_NOW to a later day.`
  }
  const within = day(new Date(Date.parse(newest) + DAYS_AFTER_LABEL * DAY_MS))
  return (
    `The newest figures have the label ${newest}. Figures are served for only ${MAX_AS_OF_AGE_DAYS} days, so the map is ` +
    `empty on ${day(now)}. To see them, set the service's clock back: SERVICE_NOW=${within} squaremetre ${command}`
  )
}

function day(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
