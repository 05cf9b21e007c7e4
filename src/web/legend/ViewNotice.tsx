import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Resolution } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { WithSecondMap } from '../beside/WithSecondMap.tsx'
import { BuyAnyway } from '../buying/BuyAnyway.tsx'
import { t } from '../language/translate.ts'
import { meterOptions } from '../metered/meter.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { isEmbedded } from '../state/embedded.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { useFinestResolution, useOfferedResolutions } from '../tiles/page-tiles.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import { refusalWords } from '../ui/failures/refusal-words.ts'
import { resolutionInForce } from '../view/resolution.ts'
import { useViewCells, type ViewCells, type ViewTrouble } from '../view/view-cells.ts'
import styles from './Legend.module.css'
import { useTryAgain } from './use-try-again.ts'

interface ViewNoticeProps {
  view: ViewCells
  /** Show only what keeps figures from loading. */
  brief?: boolean
}

/** Why figures are missing from the view, or from a second map beside it, and what to do; nothing when none are. */
export function ViewNotice({ view, brief = false }: ViewNoticeProps) {
  return (
    <WithSecondMap read={useViewCells}>
      {(second) => <Why view={second ? { ...view, trouble: firstTrouble(view, second) } : view} brief={brief} />}
    </WithSecondMap>
  )
}

/** The trouble of the first map, or of the second where the first has none of the kind. */
function firstTrouble({ trouble: first }: ViewCells, { trouble: second }: ViewCells): ViewTrouble {
  return {
    ...first,
    refusal: first.refusal ?? second.refusal,
    isGivenUp: first.isGivenUp || second.isGivenUp,
    fault: first.fault ?? second.fault,
    groundFault: first.groundFault ?? second.groundFault,
    isUnasked: first.isUnasked || second.isUnasked,
  }
}

function Why({ view: { trouble, counts, name }, brief }: Required<ViewNoticeProps>) {
  const finer = useFinerThanPlan()
  const mode = useSpendingMode()
  const retry = { label: t('Try again'), onPress: useTryAgain() }
  if (trouble.refusal) {
    const isFinal = trouble.refusal.code === 'resolution_not_in_plan'
    return (
      <Notice kind="warning" requestId={trouble.refusal.request_id} action={isFinal ? null : retry}>
        {refusalWords(trouble.refusal)}
        {trouble.isGivenUp && ` ${t('Another attempt may cost a call, so the page waits for you.')}`}
      </Notice>
    )
  }
  if (trouble.fault !== null) return <FailureNotice error={trouble.fault} onRetry={retry.onPress} />
  if (trouble.groundFault !== null) {
    return (
      <Notice kind="warning" action={retry}>
        {t(
          '{fault} Until it is known which hexagons lie in the sea or in another country, they count like the others.',
          {
            fault: trouble.groundFault,
          },
        )}
      </Notice>
    )
  }
  if (trouble.isUnasked && mode === 'held-only') return <HeldOnly />
  if (brief) return null
  if (finer !== null) {
    return (
      <Notice kind="info">
        {t(
          'The plan does not allow resolution {wanted, number}. You see resolution {shown, number}, the finest that it allows.',
          finer,
        )}
      </Notice>
    )
  }
  if (trouble.isTooWide)
    return <Notice kind="info">{t('This view is too wide to load in full. Zoom in to see the rest.')}</Notice>
  // The counts above show it; a line that comes and goes would move the panel.
  if (counts.loading > 0)
    return (
      <p className={styles.spoken} role="status">
        {t('Loading figures…')}
      </p>
    )
  return counts.not_covered > 0 ? <GreyArea name={name} isLeftOut={trouble.isLeftOut} /> : null
}

/** Where no market seems to be. That may be wrong, so the viewer can buy what was left out. */
function GreyArea({ name, isLeftOut }: { name: EditionName; isLeftOut: boolean }) {
  const [isAsked, setAsked] = useState(false)
  // The service says which resolutions it has.
  const mayBeThere = useOfferedResolutions().includes(name.resolution)
  return (
    <>
      <QuietWords>{t('The service does not seem to cover the grey area, or not at this zoom.')}</QuietWords>
      {isLeftOut && mayBeThere && isAsked && <BuyAnyway cell={null} name={name} />}
      {isLeftOut && mayBeThere && !isAsked && (
        <Button look="link" onPress={() => setAsked(true)}>
          {t('What would figures there cost?')}
        </Button>
      )}
    </>
  )
}

/** Returns the wanted and the shown resolution when the plan does not allow the wanted one; otherwise null. */
function useFinerThanPlan(): { wanted: Resolution; shown: Resolution } | null {
  const pinned = useAddress((address) => address.resolution)
  const view = usePage((page) => page.rested?.view ?? null)
  const shown = useFinestResolution()
  const offered = useOfferedResolutions()
  const wanted = view && resolutionInForce(view, pinned, 8, offered)
  return wanted !== null && wanted > shown ? { wanted, shown } : null
}

/** A quiet note that nothing is bought, which says whether the viewer chose that. */
function HeldOnly() {
  const operators = useQuery(meterOptions).data?.spending.mode
  const isOwnChoice = !isEmbedded && operators !== 'held-only'
  return (
    <QuietWords>
      {isOwnChoice
        ? t('Only what is already paid for is shown, as you chose.')
        : t('Only what is already paid for is shown.')}
    </QuietWords>
  )
}

function QuietWords({ children }: { children: ReactNode }) {
  return (
    <p className={styles.loading} role="status">
      {children}
    </p>
  )
}
