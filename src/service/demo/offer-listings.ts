import type { Day } from '../../domain/period.ts'
import type { Listing } from '../listings/listing-store.ts'
import { DEMO_COUNTRIES, type DemoCountry } from './data/countries.ts'
import { COUNTRY_MARKETS } from './data/country-markets.ts'
import { offerHome } from './home.ts'
import { ruralSpots, type Spot, type SpotSource, urbanSpots } from './listing-spots.ts'
import { type DemoMonth, demoMonths, monthWeights, seasonalPrice } from './months.ts'
import { type Random, seededRandom } from './random.ts'
import { DEMO_SOURCE } from './write-places.ts'

/** The input for drawing listings; those dated after today are left out. */
export interface ListingSource extends SpotSource {
  readonly now: Date
}

interface Calendar {
  readonly months: readonly DemoMonth[]
  readonly weights: Readonly<Record<DemoCountry, readonly number[]>>
  readonly today: Day
}

/** Draws the market's listings, town by town, then the countryside; the same source always gives the same order. */
export function* offerListings(source: ListingSource): Generator<Listing> {
  const random = seededRandom(source.seed)
  const calendar = openCalendar(source.now)
  let number = 0
  for (const spots of [urbanSpots(source, random), ruralSpots(source, random)]) {
    for (const spot of spots) {
      number++
      const listing = makeListing(`demo-${source.seed}-${number}`, spot, calendar, random)
      if (listing) yield listing
    }
  }
}

function makeListing(
  key: string,
  { offer, cell, lat, lng }: Spot,
  { months, weights, today }: Calendar,
  random: Random,
): Listing | null {
  const { country, level, urbanity, names } = offer
  const running = weights[country]
  const draw = random()
  let m = 0
  while (m < running.length - 1 && draw >= (running[m] as number)) m++
  const month = months[m] as DemoMonth
  const listed_on = month.days[Math.floor(random() * month.days.length)] as Day
  const { currency, growth } = COUNTRY_MARKETS[country]
  const price_per_sqm = level * Math.exp(-growth * month.yearsAgo) * seasonalPrice(month.calendar, country)
  // Drawn before the day is checked, so that past days stay the same as time passes.
  const home = offerHome({ country, price_per_sqm, urbanity }, random)
  if (listed_on > today) return null
  return { key, source: DEMO_SOURCE, country, ...home, currency, lat, lng, listed_on, cell, ...names }
}

function openCalendar(now: Date): Calendar {
  const months = demoMonths(now)
  const weights = Object.fromEntries(
    DEMO_COUNTRIES.map((country) => [country, monthWeights(months, country)]),
  ) as Record<DemoCountry, number[]>
  return { months, weights, today: now.toISOString().slice(0, 10) }
}
