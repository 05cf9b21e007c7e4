import { Notice } from '../ui/Notice.tsx'
import type { AreaResolution } from './use-area-resolution.ts'

/** Says why an area's figures are coarser than the address asks for. */
export function CoarserNote({ resolution, coarser }: Pick<AreaResolution, 'resolution' | 'coarser'>) {
  if (coarser === null) return null
  const { wanted, why } = coarser
  const reason = {
    plan: `The plan does not allow resolution ${wanted}.`,
    market: `This market has no figures at resolution ${wanted}.`,
    size: `At resolution ${wanted} this area has too many cells.`,
  }[why]
  return (
    <Notice kind="info">
      {reason} The figures are at resolution {resolution}, the finest possible here.
    </Notice>
  )
}
