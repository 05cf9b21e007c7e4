import type { Edition } from '../../../contract/proxy-api.ts'
import type { Records } from '../../../domain/figure.ts'
import { sizeUnit } from '../../figures/area-units.ts'
import { windowText } from '../../figures/window-words.ts'
import { t } from '../../language/translate.ts'
import { formatDay, formatDays } from '../../ui/words/format.ts'
import { trimSettingWords } from './trim-words.ts'

const DAY_MS = 86_400_000

/** Something that the service states about how figures were made. */
export interface MethodFact {
  readonly term: string
  readonly text: string
}

/** What the service states about an edition, and the terms about which it states nothing. */
export interface Method {
  readonly facts: readonly MethodFact[]
  readonly unstated: readonly string[]
}

/** Returns what the responses of an edition state, in words. `now` is in milliseconds since 1970. */
export function methodOf(edition: Edition, now: number, records: Records = 'listings'): Method {
  const { snapshot, currency, fx_date, size_unit } = edition
  const varies = (...fields: string[]) =>
    edition.varies?.some((field) => fields.includes(field.replace(/\..*$/, ''))) ? differs() : null
  const terms: [term: string, text: string | null][] = [
    [t('Months'), varies('window_start', 'window_end', 'window_months') ?? windowText(edition)],
    [t('Days'), daysWords(edition) ?? varies('window_start', 'window_end')],
    [t('Label of the period'), formatDay(snapshot.as_of ?? edition.as_of)],
    [t('Built'), snapshot.built ? rhythmWord(snapshot.built) : varies('built')],
    [t('Replaced no later than'), ageWords(edition, now) ?? varies('max_as_of_age_days')],
    [
      records === 'sales' ? t('Sales needed per hexagon') : t('Listings needed per hexagon'),
      varies('min_listings_by_res') ?? floorsWords(snapshot.min_listings_by_res),
    ],
    [t('Outliers'), varies('outlier_trim_pct') ?? (trimSettingWords(snapshot.outlier_trim_pct) || null)],
    [t('Money'), varies('fx_date') ? ratesOfManyDays(currency) : moneyWords(currency, fx_date)],
    [t('Area'), (varies('size_unit') ? convertedTo(sizeUnit(size_unit)) : sizeUnit(size_unit)) || null],
    [
      t('Figures go back to'),
      varies('earliest_period') ?? (snapshot.earliest_period ? earliestWords(snapshot.earliest_period) : null),
    ],
  ]
  const others = Object.entries({
    ...(snapshot.revision && { revision: snapshot.revision }),
    ...snapshot.also,
    ...edition.defaults,
  }).map(([name, value]) => ({
    term: name === 'revision' ? t('Revision') : wordsOf(name),
    text: String(value),
  }))
  const varied = (edition.varies ?? []).flatMap((field) => {
    const [, name] = /^(?:also|defaults)\.(.*)$/.exec(field) ?? []
    return name === undefined ? [] : { term: wordsOf(name), text: differs() }
  })
  return {
    facts: [...terms.flatMap(([term, text]) => (text === null ? [] : { term, text })), ...others, ...varied],
    unstated: terms.flatMap(([term, text]) => (text === null ? term : [])),
  }
}

/** What is said of a field on which the service's answers have differed, as those about two markets may. */
function differs(): string {
  return t('Not the same for all figures')
}

function ratesOfManyDays(currency: string): string {
  return t('{currency}, at exchange rates of different days', { currency })
}

/** A service may state the areas of two markets in different units; the proxy converts them into one. */
function convertedTo(unit: string): string {
  return t('{unit}, in part converted from another unit', { unit })
}

/** The label of a period is the first day after it. */
function earliestWords(label: string): string {
  return t('Period of {day}', { day: formatDay(label) })
}

function daysWords({ window_start, window_end }: Edition): string | null {
  if (window_start === '' || window_end === '') return null
  return formatDays(window_start, window_end)
}

function moneyWords(currency: string, fxDate: string): string {
  if (fxDate === '') return currency
  return t('{currency}, at the exchange rates of {day}', { currency, day: formatDay(fxDate) })
}

/** Returns how often figures are built; any word but the usual ones as the service gives it. */
function rhythmWord(built: string): string {
  switch (built) {
    case 'daily':
      return t('daily')
    case 'weekly':
      return t('weekly')
    case 'monthly':
      return t('monthly')
    case 'quarterly':
      return t('quarterly')
    default:
      return built
  }
}

function ageWords({ as_of, snapshot }: Edition, now: number): string | null {
  const { max_as_of_age_days: days } = snapshot
  if (days === null) return null
  const label = Date.parse(snapshot.as_of ?? as_of)
  const isOverdue = now > label + (days + 1) * DAY_MS
  return isOverdue
    ? t('{days, plural, one {# day} other {# days}} after its label; it is overdue', { days })
    : t('{days, plural, one {# day} other {# days}} after its label', { days })
}

/** Returns the floors, neighbouring resolutions with the same one together: `8 at 4, 5 at 5 to 8`. */
function floorsWords(floors: Readonly<Record<string, number>>): string | null {
  const runs: { floor: number; first: string; last: string }[] = []
  for (const [resolution, floor] of Object.entries(floors)) {
    const run = runs.at(-1)
    if (run?.floor === floor) run.last = resolution
    else runs.push({ floor, first: resolution, last: resolution })
  }
  if (runs.length === 0) return null
  const words = runs.map(({ floor, first, last }) =>
    first === last
      ? t('{floor, number} at resolution {first}', { floor, first })
      : t('{floor, number} at resolutions {first} to {last}', { floor, first, last }),
  )
  return words.join(', ')
}

/** Returns a field's name as words: `smoothing_rings` becomes `Smoothing rings`. */
function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
