import type { DuckSession } from '../../../storage/duck-session.ts'

/** Currencies that are no more, by what took their place: how many of them are one of the new. */
const FORMER: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // As the Council of the European Union fixed them.
  EUR: {
    ATS: 13.7603,
    BEF: 40.3399,
    CYP: 0.585274,
    DEM: 1.95583,
    EEK: 15.6466,
    ESP: 166.386,
    FIM: 5.94573,
    FRF: 6.55957,
    GRD: 340.75,
    IEP: 0.787564,
    ITL: 1936.27,
    LTL: 3.4528,
    LUF: 40.3399,
    LVL: 0.702804,
    MTL: 0.4293,
    NLG: 2.20371,
    PTE: 200.482,
    SIT: 239.64,
    SKK: 30.126,
  },
  AZN: { AZM: 5000 },
  BYN: { BYR: 10_000 },
  GHS: { GHC: 10_000 },
  MZN: { MZM: 1000 },
  PLN: { PLZ: 10_000 },
  RON: { ROL: 10_000 },
  // People wrote YTL, of the new lira, until 2009.
  TRY: { TRL: 1_000_000, YTL: 1 },
  ZMW: { ZMK: 1000 },
}
const SUCCESSORS = new Map(
  Object.entries(FORMER).flatMap(([now, former]) =>
    Object.entries(former).map(([code, amount]) => [code, { now, amount }] as const),
  ),
)

/** Says what took the place of a currency that is no more, because of which rows were rejected. */
export async function formerCurrencies(session: DuckSession): Promise<string[]> {
  const found = await session.rows<{ code: string; rows: number }>(
    `SELECT upper(cells.currency) AS code, count(*)::INTEGER AS rows FROM judged JOIN cells USING (n)
    WHERE reason = 'unknown currency' GROUP BY code ORDER BY rows DESC, code`,
  )
  return found.flatMap(({ code, rows }) => {
    const successor = SUCCESSORS.get(code)
    if (successor === undefined) return []
    const { now, amount } = successor
    const convert = amount === 1 ? '' : `divide the prices by ${amount} and `
    return [
      `prices in ${code}, which is no more: ${rows}; 1 ${now} took the place of ${amount} ${code}, so ${convert}write ${now} in place of it`,
    ]
  })
}
