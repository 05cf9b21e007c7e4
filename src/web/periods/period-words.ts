import { callsWords } from '../buying/quote-words.ts'
import { lastMonth } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import type { OfferedPeriod } from './offered-periods.ts'

/** Says a period with what it costs in the view: `Oct 2025 (1 call)`. */
export function periodWords({ as_of, isHeld, calls, is_estimate }: OfferedPeriod): string {
  const month = lastMonth(as_of)
  if (isHeld) return t('{month} (paid for)', { month })
  return calls === 0 ? month : t('{month} ({calls})', { month, calls: callsWords({ calls, is_estimate }) })
}
