import type { DemoCountry } from './countries.ts'

/** What a country's simulated market is like. */
export interface CountryMarket {
  readonly currency: string
  /** Share of the listings in towns that are not set by hand. */
  readonly share: number
  /** Built-up radius against the square root of population, 1 as in Germany. */
  readonly sprawl: number
  /** Price per m² away from any city, before the region's factor. */
  readonly basePrice: number
  readonly regionFactors: Readonly<Record<string, number>>
  /** A year's gross rent over the price, at a price of `yieldPrice` per m². */
  readonly rentYield: number
  readonly yieldPrice: number
  /** Growth of prices a year. */
  readonly growth: number
  /** Towns with at least this many people are places of the tree. */
  readonly cityPopulation: number
  /** Share of apartments among homes at the edge of a town and in its centre. */
  readonly apartments: readonly [edge: number, centre: number]
}

export const COUNTRY_MARKETS: Record<DemoCountry, CountryMarket> = {
  es: {
    currency: 'EUR',
    share: 0.21,
    sprawl: 0.75,
    basePrice: 1000,
    regionFactors: {
      '07': 2.3,
      '27': 0.95,
      '29': 1.6,
      '31': 0.9,
      '32': 1.25,
      '39': 1.35,
      '51': 1.05,
      '52': 0.8,
      '53': 1.6,
      '54': 0.65,
      '55': 0.72,
      '56': 1.35,
      '57': 0.65,
      '58': 0.9,
      '59': 1.8,
      '60': 1.1,
    },
    rentYield: 0.053,
    yieldPrice: 2600,
    growth: 0.085,
    cityPopulation: 8000,
    apartments: [0.55, 0.95],
  },
  fr: {
    currency: 'EUR',
    share: 0.19,
    sprawl: 0.95,
    basePrice: 1450,
    regionFactors: {
      '11': 1.9,
      '24': 0.85,
      '27': 0.75,
      '28': 1.05,
      '32': 0.95,
      '44': 0.85,
      '52': 1.15,
      '53': 1.25,
      '75': 1.05,
      '76': 1.05,
      '84': 1.25,
      '93': 2,
      '94': 2,
    },
    rentYield: 0.048,
    yieldPrice: 3200,
    growth: -0.012,
    cityPopulation: 8000,
    apartments: [0.3, 0.93],
  },
  de: {
    currency: 'EUR',
    share: 0.155,
    sprawl: 1,
    basePrice: 2050,
    regionFactors: {
      '01': 1.35,
      '02': 1.45,
      '04': 1.6,
      '05': 1.2,
      '06': 0.9,
      '08': 0.95,
      '09': 0.75,
      '10': 1.25,
      '11': 0.95,
      '12': 0.85,
      '13': 0.65,
      '14': 0.55,
      '15': 0.65,
      '16': 1.6,
    },
    rentYield: 0.038,
    yieldPrice: 3800,
    growth: 0.022,
    cityPopulation: 10000,
    apartments: [0.35, 0.92],
  },
  gb: {
    currency: 'GBP',
    share: 0.165,
    sprawl: 1,
    basePrice: 2450,
    regionFactors: { SCT: 0.8, WLS: 0.82, NIR: 0.72 },
    rentYield: 0.054,
    yieldPrice: 3400,
    growth: 0.031,
    cityPopulation: 10000,
    apartments: [0.12, 0.85],
  },
  us: {
    currency: 'USD',
    share: 0.2,
    sprawl: 1.15,
    basePrice: 1750,
    regionFactors: {
      AK: 1.2,
      AZ: 1.3,
      CA: 2.3,
      CO: 1.8,
      CT: 1.4,
      DC: 2,
      DE: 1.1,
      FL: 1.45,
      HI: 3.3,
      ID: 1.3,
      MA: 2,
      MD: 1.3,
      ME: 1.2,
      MI: 0.8,
      MT: 1.4,
      NH: 1.5,
      NJ: 1.7,
      NV: 1.3,
      NY: 1.1,
      OR: 1.5,
      RI: 1.8,
      TX: 0.95,
      UT: 1.5,
      VA: 1.1,
      VT: 1.3,
      WA: 1.7,
      WV: 0.6,
      MS: 0.6,
      AR: 0.65,
      OK: 0.65,
      KS: 0.65,
      IA: 0.7,
      OH: 0.75,
      IN: 0.75,
      IL: 0.85,
    },
    rentYield: 0.058,
    yieldPrice: 3200,
    growth: 0.027,
    cityPopulation: 20000,
    apartments: [0.15, 0.85],
  },
  au: {
    currency: 'AUD',
    share: 0.08,
    sprawl: 1.35,
    basePrice: 2900,
    regionFactors: { '01': 1.8, '02': 1.35, '03': 0.9, '04': 1.2, '05': 0.95, '06': 1.15, '07': 1.15, '08': 0.95 },
    rentYield: 0.042,
    yieldPrice: 7000,
    growth: 0.061,
    cityPopulation: 8000,
    apartments: [0.15, 0.85],
  },
}

/** Each country's share of the countryside's listings, roughly its share of settled ground. */
export const COUNTRYSIDE: Record<DemoCountry, number> = { es: 0.27, fr: 0.28, de: 0.16, gb: 0.13, us: 0.09, au: 0.07 }
