import { cellToBigInt } from '../../domain/cell.ts'
import type { HexSpelling, StrangeRules } from './rules.ts'

const PLAIN_HEXES: HexSpelling = {
  list: 'results',
  next: 'next_cursor',
  item: 'object',
  pageSize: 100,
  parameters: { resolution: 'res', cursor: 'cursor', limit: 'limit' },
  rolledUpFrom: 'number',
}

/** A service that obeys the interface, with a budget and limits that fit most tests. */
export function defaultRules(): StrangeRules {
  return {
    as_of: '2026-11-01',
    current_period: '2026-11-01',
    hasFigures: (cell) => cellToBigInt(cell) % 3n !== 0n,
    isSparserUnderFilters: false,
    hasListings: () => true,
    lands: null,
    countries: ['es'],
    resolutionsOf: () => [4, 5, 6, 7, 8],
    places: {},
    zonesAt: () => [],
    zoneResolution: 5,
    geocoded: [],
    filters: null,
    currency: null,
    currencies: null,
    unitsPerUsd: (currency) => ({ USD: 1, EUR: 0.9213, GBP: 0.7871 })[currency] ?? null,

    cellBudget: 3_000,
    namesLimit: false,
    circleFactor: 1,
    urlLimit: 60_000,
    limitsFreeUrls: true,
    resetsLongUrls: false,
    longUrlStatus: 414,
    finestResolution: 8,
    plansGateHexes: false,
    allowance: 1_000,
    resetsAt: '2026-12-01T00:00:00Z',
    perMinute: { metered: null, free: null },
    minuteMs: 60_000,
    statesWait: true,
    freeRemaining: 599,
    credential: 'valid',

    listStyle: 'both',
    styleRefusal: 'invalid_parameter',
    unknownParameters: 'ignored',
    lookupAtSea: 'point',
    lookupPoint: 'bare',
    searchPoint: 'listed',
    hexes: PLAIN_HEXES,
    cursors: 'own page',
    filtersShape: 'list',
    usageShape: 'list',
    numbersAsText: false,
    describesItself: false,
    rowOrder: 'as asked',
    addsFields: false,
    isNoisy: false,
    refusalExtras: {},
    tellsQuota: true,

    faults: [],
    freeFault: () => null,
    usageFails: false,
    delay: 0,
    freeDelay: 0,
  }
}
