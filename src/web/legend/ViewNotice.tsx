import { readErrorCode } from '../../contract/errors.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { Resolution } from '../../domain/cell.ts'
import { resolutionFor } from '../map/resolution.ts'
import type { ViewCells } from '../map/view-cells.ts'
import { tileStore, useFinestResolution } from '../queries/tile-store.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { failureWords } from '../ui/failure.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './Legend.module.css'

/** Why figures are missing from the view, and what can be done; nothing where none are. */
export function ViewNotice({ view: { trouble, counts } }: { view: ViewCells }) {
  const finer = useFinerThanPlan()
  const retry = { label: 'Try again', onPress: askAgain }
  if (trouble.refusal) {
    const isFinal = trouble.refusal.code === 'resolution_not_in_plan'
    return (
      <Notice kind="warning" requestId={trouble.refusal.request_id} action={isFinal ? null : retry}>
        {refusalWords(trouble.refusal)}
      </Notice>
    )
  }
  if (trouble.fault !== null) {
    return (
      <Notice kind="warning" action={retry}>
        {trouble.fault} What is already loaded stays usable.
      </Notice>
    )
  }
  if (finer !== null) {
    return (
      <Notice kind="info">
        Resolution {finer.wanted} is finer than the plan allows; the finest that it does, {finer.shown}, is shown.
      </Notice>
    )
  }
  if (trouble.isTooWide) return <Notice kind="info">The view is too wide to load at once. Zoom in for the rest.</Notice>
  return counts.loading > 0 ? (
    <p className={styles.loading} role="status">
      Loading figures…
    </p>
  ) : null
}

/** The resolution that the view would be shown at and the one that it is, where the plan does not allow the first. */
function useFinerThanPlan(): { wanted: Resolution; shown: Resolution } | null {
  const pinned = useAddress((address) => address.resolution)
  const bounds = usePage((page) => page.rested?.bounds ?? null)
  const shown = useFinestResolution()
  const wanted = pinned ?? (bounds && resolutionFor(bounds, 8))
  return wanted !== null && wanted > shown ? { wanted, shown } : null
}

/** Codes of the proxy's own come with a sentence; the service's codes have ours. */
function refusalWords({ code, message, resets_at, retry_after_s }: Refusal): string {
  const known = readErrorCode(code)
  if (known !== code) return message
  return failureWords(known, { message, resetsAt: resets_at, retryAfterS: retry_after_s })
}

function askAgain(): void {
  tileStore.forgetRefusals()
  // The same view counts as come to rest anew, and so is looked at again.
  const { rested, set } = usePage.getState()
  if (rested) set({ rested: { ...rested } })
}
