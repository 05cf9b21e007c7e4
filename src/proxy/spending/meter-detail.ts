import type { MeterDetail } from '../../contract/proxy-api.ts'

const DAYS = 31

/** Sums up what was spent and saved. `days` are all days, newest first; `lenses` the most expensive ones, in that order. */
export function meterDetail(days: MeterDetail['by_day'], lenses: MeterDetail['by_lens']): MeterDetail {
  const sum = (key: 'calls' | 'bought_cells' | 'held_cells') => days.reduce((total, day) => total + day[key], 0)
  const [calls, bought, held] = [sum('calls'), sum('bought_cells'), sum('held_cells')]
  return {
    by_day: days.slice(0, DAYS),
    by_lens: lenses,
    saved: { held_cells: held, calls: bought === 0 ? 0 : Math.round((held * calls) / bought) },
  }
}
