import type { Resolution } from '../../../domain/cell.ts'
import { t } from '../../language/translate.ts'
import { Notice } from '../../ui/failures/Notice.tsx'
import type { Coarser } from './area-resolution.ts'
import type { AreaResolution } from './use-area-resolution.ts'

/** Says why an area's figures are coarser than the address asks for. */
export function CoarserNote({ resolution, coarser }: Pick<AreaResolution, 'resolution' | 'coarser'>) {
  if (coarser === null) return null
  const { wanted, why } = coarser
  return (
    <Notice kind="info">
      {[
        reasonOf(why, wanted),
        t('The figures are at resolution {resolution}, the finest possible here.', { resolution: String(resolution) }),
      ].join(' ')}
    </Notice>
  )
}

function reasonOf(why: Coarser['why'], wanted: Resolution): string {
  switch (why) {
    case 'plan':
      return t('The plan does not allow resolution {wanted, number}.', { wanted })
    case 'market':
      return t('This market has no figures at resolution {wanted, number}.', { wanted })
    case 'size':
      return t('At resolution {wanted, number} this area has too many cells.', { wanted })
  }
}
