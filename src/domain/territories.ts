/**
 * Territories with an ISO 3166-1 code of their own, by the state that they belong to. Sources: the subdivisions in
 * ISO 3166-2 that ISO 3166-1 lists too (China, Finland, France, Netherlands, Norway, United States), and the other
 * dependent areas of ISO 3166-1 (Australia, Denmark, New Zealand, Norway, United Kingdom). `eh`, and `xk`, which is
 * GeoNames' code for Kosovo, stand with the market that may reach there.
 *
 * The table shows only where figures of a market may be. It takes no position on whose a territory is.
 */
const TERRITORIES_OF: Readonly<Record<string, readonly string[]>> = {
  au: ['cc', 'cx', 'hm', 'nf'],
  cn: ['hk', 'mo', 'tw'],
  dk: ['fo', 'gl'],
  fi: ['ax'],
  fr: ['bl', 'gf', 'gp', 'mf', 'mq', 'nc', 'pf', 'pm', 're', 'tf', 'wf', 'yt'],
  gb: ['ai', 'bm', 'fk', 'gg', 'gi', 'gs', 'im', 'io', 'je', 'ky', 'ms', 'pn', 'sh', 'tc', 'vg'],
  ma: ['eh'],
  nl: ['aw', 'bq', 'cw', 'sx'],
  no: ['bv', 'sj'],
  nz: ['ck', 'nu', 'tk'],
  rs: ['xk'],
  us: ['as', 'gu', 'mp', 'pr', 'um', 'vi'],
}

/**
 * Returns the codes (lower-case alpha-2) on whose ground a market's figures may lie: its own and those of its
 * territories, except territories that are markets of their own.
 */
export function territoriesOf(market: string, markets: ReadonlySet<string>): string[] {
  return [market, ...(TERRITORIES_OF[market] ?? []).filter((territory) => !markets.has(territory))]
}
