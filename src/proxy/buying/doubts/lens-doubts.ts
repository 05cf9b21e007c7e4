import type { Refusal } from '../../../contract/proxy-api.ts'
import type { OtherFilter } from '../../../contract/service/filters/applied-filters.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { ownRefusal } from '../../upstream/connection/refusals.ts'
import { createRefusalPauses } from './refusal-pauses.ts'

/** Lenses under which the service answered with the figures of another one. */
export interface LensDoubts {
  /** Returns why an answer must not be kept under the lens it was asked for; null when it may. */
  judge(name: EditionName, other: OtherFilter | null): Refusal | null
  /** Returns why nothing is bought under the lens at present; null when purchases are allowed. */
  objection(name: EditionName): Refusal | null
}

/** `elapsed` is a steady clock in milliseconds. */
export function createLensDoubts(elapsed: () => number): LensDoubts {
  const pauses = createRefusalPauses(elapsed)
  return {
    judge: ({ lens }, other) => {
      if (other !== null) return pauses.start(lens, otherFilters(other))
      pauses.end(lens)
      return null
    },
    objection: ({ lens }) => pauses.objection(lens),
  }
}

function otherFilters({ name, asked, applied }: OtherFilter): Refusal {
  const found = applied === null ? 'without it' : `for '${applied.slice(0, 40)}'`
  const message = `The statistics service was asked for ${name} '${asked}' and answered ${found}. Nothing was kept, and nothing is bought with this filter for a while.`
  return ownRefusal('other_filters', message)
}
