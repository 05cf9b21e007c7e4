import type { Resolution } from '../../domain/cell.ts'
import { defaultRules } from '../strange-service/rules/default-rules.ts'
import type { Land, StrangeRules } from '../strange-service/rules/rules.ts'

/** What a service limits metered calls to, and how it reads lists. */
export interface StrangeLimits {
  readonly cellBudget: number
  readonly urlKb: number
  readonly listStyle: 'both' | 'commas' | 'repeats' | 'first'
  readonly namesLimit?: boolean
  readonly circleRings?: StrangeRules['circleRings']
  readonly finestResolution?: Resolution
  /** True for figures on land only, including islands overseas, and look-ups at sea that name no place. */
  readonly hasSea?: boolean
  /** True spells everything that the interface leaves open differently from our service. */
  readonly isOdd?: boolean
}

export const STRANGE_SERVICES: readonly StrangeLimits[] = [
  { cellBudget: 3_000, urlKb: 8, listStyle: 'commas' },
  { cellBudget: 100_000, urlKb: 8, listStyle: 'commas' },
  { cellBudget: 3_000, urlKb: 64, listStyle: 'commas', namesLimit: true },
  { cellBudget: 3_000, urlKb: 1, listStyle: 'commas' },
  { cellBudget: 100_000, urlKb: 1, listStyle: 'both' },
  { cellBudget: 600, urlKb: 4, listStyle: 'repeats' },
  { cellBudget: 37, urlKb: 8, listStyle: 'commas' },
  { cellBudget: 37, urlKb: 1, listStyle: 'both', namesLimit: true },
  { cellBudget: 343, urlKb: 8, listStyle: 'both' },
  { cellBudget: 1_000, urlKb: 64, listStyle: 'repeats', namesLimit: true },
  { cellBudget: 1_500, urlKb: 16, listStyle: 'commas' },
  { cellBudget: 10_000, urlKb: 64, listStyle: 'commas' },
  { cellBudget: 10_000, urlKb: 16, listStyle: 'first' },
  { cellBudget: 3_000, urlKb: 2, listStyle: 'first', namesLimit: true },
  { cellBudget: 5_000, urlKb: 8, listStyle: 'commas', finestResolution: 6 },
  { cellBudget: 600, urlKb: 64, listStyle: 'both' },
  { cellBudget: 100_000, urlKb: 64, listStyle: 'commas', namesLimit: true },
  { cellBudget: 20_000, urlKb: 4, listStyle: 'repeats', namesLimit: true },
  { cellBudget: 3_000, urlKb: 8, listStyle: 'commas', hasSea: true, isOdd: true },
  { cellBudget: 37, urlKb: 8, listStyle: 'commas', hasSea: true },
  { cellBudget: 10_000, urlKb: 2, listStyle: 'commas', circleRings: Math.floor },
  { cellBudget: 500, urlKb: 2, listStyle: 'repeats', namesLimit: true, hasSea: true },
]

/** The markets served: Europe and around the Mediterranean, so that open sea alone is outside. */
const COUNTRIES = `
  ad al at ba be bg by ch cy cz de dk dz ee eg es fi fo fr gb gg gi gr hr hu ie im is it je li lt lu lv ly ma mc md me mk
  mt nl no pl pt ro rs ru se si sk sm tn tr ua va xk
`
  .trim()
  .split(/\s+/)

const LANDS: readonly Land[] = [
  { country: 'es', name: 'Iberia', lat: 40.2, lng: -3.8, radius_km: 420 },
  { country: 'es', name: 'Canarias', lat: 28.3, lng: -15.9, radius_km: 180 },
  { country: 'pt', name: 'Portugal', lat: 39.8, lng: -8.3, radius_km: 180 },
  { country: 'fr', name: 'France', lat: 46.7, lng: 2.4, radius_km: 450 },
  { country: 'fr', name: 'Réunion', lat: -21.1, lng: 55.5, radius_km: 40 },
  { country: 'fr', name: 'Guadeloupe', lat: 16.2, lng: -61.5, radius_km: 40 },
  { country: 'it', name: 'Italia', lat: 42.6, lng: 12.6, radius_km: 400 },
]

/** Spellings that the interface allows, none of them our service's. */
export const ODD_SPELLINGS: Partial<StrangeRules> = {
  filters: { property_type: ['house', 'flat'], rooms: ['1', '2', '3'] },
  filtersShape: 'map',
  usageShape: 'map',
  lookupPoint: 'bare',
  searchPoint: 'bare',
  numbersAsText: true,
  types: 'others',
  describesItself: true,
  headerCase: 'upper',
  geoRows: 'sparse',
  rowOrder: 'reversed',
  addsFields: true,
  longUrlStatus: 431,
  hexes: {
    list: 'cells',
    next: 'pagination.next_cursor',
    item: 'text',
    pageSize: 400,
    parameters: { resolution: 'resolution', cursor: 'page_token', limit: 'page_size' },
    rolledUpFrom: 'text',
  },
}

/** Returns a service's rules. */
export function rulesOf(limits: StrangeLimits): StrangeRules {
  const {
    cellBudget,
    urlKb,
    listStyle,
    namesLimit = false,
    circleRings = null,
    finestResolution = 8,
    hasSea = false,
    isOdd = false,
  } = limits
  return {
    ...defaultRules(),
    cellBudget,
    urlLimit: urlKb * 1024,
    listStyle,
    namesLimit,
    circleRings,
    finestResolution,
    plansGateHexes: finestResolution < 8,
    allowance: 1_000_000,
    isSparserUnderFilters: true,
    countries: COUNTRIES,
    ...(hasSea && {
      lands: LANDS,
      lookupAtSea: 'unknown_place' as const,
      countries: [...new Set(LANDS.map(({ country }) => country))],
    }),
    ...(isOdd && ODD_SPELLINGS),
  }
}
