import type { BuiltPeriod } from '../../service/build/build-periods.ts'
import { unratedText } from '../../service/build/computing/make-figures.ts'
import { say } from '../environment/terminal.ts'

/** Says which listings built periods leave out, because their currency has no exchange rate within reach. */
export function sayLeftOut(built: readonly BuiltPeriod[]): void {
  for (const { as_of, left_out } of built) if (left_out.length > 0) say(`${as_of}: ${unratedText(as_of, left_out)}`)
}
