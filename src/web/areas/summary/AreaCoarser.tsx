import { useQuery } from '@tanstack/react-query'
import { RESOLUTIONS, type Resolution } from '../../../domain/cell.ts'
import { callsWords } from '../../buying/quote-words.ts'
import { t } from '../../language/translate.ts'
import { areaOptions } from '../../metered/areas.ts'
import { useSpendingMode } from '../../metered/spending-mode.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useEditionName } from '../../view/view-cells.ts'
import type { Area } from '../area.ts'
import { coarserOffer } from '../resolution/coarser-offer.ts'

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
  return (
    <Button look="link" onPress={() => onChoose(coarser)}>
      {offer.calls === 0
        ? t('Or at resolution {resolution, number}, already paid for', { resolution: coarser })
        : t('Or at resolution {resolution, number} for {calls}', { resolution: coarser, calls: callsWords(offer) })}
    </Button>
  )
}
