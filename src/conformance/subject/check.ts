import { Skipped } from './skipped.ts'
import type { Subject } from './subject.ts'

/** One rule of the interface, checked by sending requests to the service. */
export interface Check {
  /** Section of the interface, as `4.8`. */
  readonly section: string
  /** The rule as a claim: "two selectors together are refused". */
  readonly claim: string
  /**
   * True where the interface is silent and docs/interface.md decides. Other services may decide differently, so these
   * checks run only on request.
   */
  readonly decided?: boolean
  /** Throws an Error that states the violation, or `Skipped` when the rule cannot be tested on this service. */
  readonly run: (subject: Subject) => Promise<void>
}

/** The result of a check. */
export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'skipped'; readonly reason: string }

/** The check's name in reports. */
export function checkName({ section, claim, decided }: Check): string {
  return `${section} ${claim}${decided ? ' (our decision)' : ''}`
}

/** Runs one check; never throws. */
export async function runCheck(check: Check, subject: Subject): Promise<Outcome> {
  try {
    await check.run(subject)
    return { kind: 'passed' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: error instanceof Skipped ? 'skipped' : 'failed', reason }
  }
}
