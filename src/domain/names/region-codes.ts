/** Codes that people type for regions, by country and by the region's own name, both in lower case. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  us: {
    alaska: 'ak',
    alabama: 'al',
    arkansas: 'ar',
    arizona: 'az',
    california: 'ca',
    colorado: 'co',
    connecticut: 'ct',
    'district of columbia': 'dc',
    delaware: 'de',
    florida: 'fl',
    georgia: 'ga',
    hawaii: 'hi',
    iowa: 'ia',
    idaho: 'id',
    illinois: 'il',
    indiana: 'in',
    kansas: 'ks',
    kentucky: 'ky',
    louisiana: 'la',
    massachusetts: 'ma',
    maryland: 'md',
    maine: 'me',
    michigan: 'mi',
    minnesota: 'mn',
    missouri: 'mo',
    mississippi: 'ms',
    montana: 'mt',
    'north carolina': 'nc',
    'north dakota': 'nd',
    nebraska: 'ne',
    'new hampshire': 'nh',
    'new jersey': 'nj',
    'new mexico': 'nm',
    nevada: 'nv',
    'new york': 'ny',
    ohio: 'oh',
    oklahoma: 'ok',
    oregon: 'or',
    pennsylvania: 'pa',
    'rhode island': 'ri',
    'south carolina': 'sc',
    'south dakota': 'sd',
    tennessee: 'tn',
    texas: 'tx',
    utah: 'ut',
    virginia: 'va',
    vermont: 'vt',
    washington: 'wa',
    wisconsin: 'wi',
    'west virginia': 'wv',
    wyoming: 'wy',
  },
  gb: { england: 'eng', 'northern ireland': 'nir', scotland: 'sct', wales: 'wls' },
  au: {
    'australian capital territory': 'act',
    'new south wales': 'nsw',
    'northern territory': 'nt',
    queensland: 'qld',
    'south australia': 'sa',
    tasmania: 'tas',
    victoria: 'vic',
    'western australia': 'wa',
  },
}

/** Returns the code that people type for a region, as il for Illinois; null where they type none. `country` is alpha-2. */
export function regionCode(country: string, name: string): string | null {
  return CODES[country]?.[name.toLowerCase()] ?? null
}

/** Regions that GeoNames numbers, with the code that people type. */
const NUMBERED: Readonly<Record<string, Readonly<Record<string, readonly [name: string, code: string]>>>> = {
  au: {
    '01': ['Australian Capital Territory', 'act'],
    '02': ['New South Wales', 'nsw'],
    '03': ['Northern Territory', 'nt'],
    '04': ['Queensland', 'qld'],
    '05': ['South Australia', 'sa'],
    '06': ['Tasmania', 'tas'],
    '07': ['Victoria', 'vic'],
    '08': ['Western Australia', 'wa'],
  },
  ca: {
    '01': ['Alberta', 'ab'],
    '02': ['British Columbia', 'bc'],
    '03': ['Manitoba', 'mb'],
    '04': ['New Brunswick', 'nb'],
    '05': ['Newfoundland and Labrador', 'nl'],
    '07': ['Nova Scotia', 'ns'],
    '08': ['Ontario', 'on'],
    '09': ['Prince Edward Island', 'pe'],
    '10': ['Québec', 'qc'],
    '11': ['Saskatchewan', 'sk'],
    '12': ['Yukon', 'yt'],
    '13': ['Northwest Territories', 'nt'],
    '14': ['Nunavut', 'nu'],
  },
}

/** Returns what people type for the region with GeoNames' code: its names and codes. `country` is alpha-2. */
export function wordsOfRegion(country: string, code: string): { names: readonly string[]; codes: readonly string[] } {
  const [numbered, short] = NUMBERED[country]?.[code] ?? []
  if (numbered !== undefined && short !== undefined) return { names: [numbered], codes: [short] }
  const lower = code.toLowerCase()
  const names = Object.entries(CODES[country] ?? {}).flatMap(([name, each]) => (each === lower ? [name] : []))
  // Nobody types a number for a region: “paris 11” is a part of Paris, not Paris in the region 11.
  return { names, codes: /\d/.test(code) ? [] : [code] }
}
