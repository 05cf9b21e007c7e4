import { MAX_AS_OF_AGE_DAYS } from '../../domain/period.ts'
import { openFigureStore } from '../../service/figures/figure-store.ts'
import { say } from '../environment/terminal.ts'

const DAY_MS = 86_400_000
/** A day in the middle of the time that a period is served for. */
const DAYS_AFTER_LABEL = 14

/** Says so, and what helps, when the listings held give no figures at the service's clock. */
export function sayWhatIsServed(dataDir: string, now: Date): void {
  const figures = openFigureStore(dataDir, () => now)
  try {
    if (figures.served()) return
    const newest = figures.newest()?.as_of
    if (newest === undefined) {
      say(
        `No month of the listings held is over on ${day(now)}, so there are no figures. SERVICE_NOW sets another day.`,
      )
      return
    }
    const within = day(new Date(Date.parse(newest) + DAYS_AFTER_LABEL * DAY_MS))
    say(
      `The newest figures are labelled ${newest}, and figures are served for ${MAX_AS_OF_AGE_DAYS} days only, so the map ` +
        `will be empty on ${day(now)}. To see them, set the service's clock back: SERVICE_NOW=${within} squaremetre start`,
    )
  } finally {
    figures.close()
  }
}

function day(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
