import { NotShown } from './not-shown.ts'
import type { Subject } from './subject.ts'

/** One rule of the interface, shown by asking the service. */
export interface Check {
  /** Section of the interface, as `4.8`. */
  readonly section: string
  /** The rule as a claim: "two selectors together are refused". */
  readonly claim: string
  /**
   * True where the interface is silent and docs/decisions/0007 decides: another service may decide otherwise, so that
   * this is looked at on demand only.
   */
  readonly decided?: boolean
  /** Throws what is wrong, or a `NotShown` when this service does not offer what the rule is about. */
  readonly run: (subject: Subject) => Promise<void>
}

/** What came of a check. */
export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'not shown'; readonly reason: string }

/** The name under which a check is reported. */
export function checkName({ section, claim, decided }: Check): string {
  return `${section} ${claim}${decided ? ' (our decision)' : ''}`
}

/** Runs one check; nothing that it throws gets out. */
export async function runCheck(check: Check, subject: Subject): Promise<Outcome> {
  try {
    await check.run(subject)
    return { kind: 'passed' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: error instanceof NotShown ? 'not shown' : 'failed', reason }
  }
}
