import { useQuery } from '@tanstack/react-query'
import { RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { areaOptions } from '../queries/areas.ts'
import { useSpendingMode } from '../queries/spending-mode.ts'
import { Button } from '../ui/Button.tsx'
import { countOf } from '../ui/format.ts'
import { useEditionName } from '../view/view-cells.ts'
import type { Area } from './area.ts'
import { coarserOffer } from './coarser-offer.ts'

/** Offers the next coarser resolution where the rest of the area costs several calls, or cannot be bought. */
export function AreaCoarser({ area, onChoose }: { area: Area; onChoose: (resolution: Resolution) => void }) {
  const { rest, resolution } = area
  const mode = useSpendingMode()
  const isDear = rest !== null && (rest.calls > 1 || rest.refusal !== null || mode === 'held-only')
  const coarser = RESOLUTIONS.findLast((each) => resolution !== null && each < resolution) ?? null
  const name = useEditionName(isDear ? coarser : null)
  const { data } = useQuery(areaOptions(name, area.selector))
  const offer = data ? coarserOffer(rest, data) : null
  if (offer === null || coarser === null || (mode === 'held-only' && offer.calls > 0)) return null
  const cost = offer.calls === 0 ? ', already paid for' : ` for ${countOf(offer.calls, 'call')}`
  return (
    <Button look="link" onPress={() => onChoose(coarser)}>
      Or at resolution {coarser}
      {cost}
    </Button>
  )
}
