import type { Refusal, SpendingState } from '../../contract/proxy-api.ts'
import type { CountLedger, LessonLedger } from '../ledger/ledger.ts'
import { ownRefusal } from '../upstream/connection/refusals.ts'
import { capsOf, dayOf, endOfDay, type NamedCap, type SpendingRules, type Viewer } from './spending-rules.ts'
import { createViewerNames } from './viewer-names.ts'

type TakenCall = { kind: 'reached'; refusal: Refusal } | { kind: 'taken'; giveBack(): Promise<void> }

/** Daily caps on metered calls, for everybody together and for each viewer. */
export interface CallCaps {
  /** Counts a call for the viewer, unless a cap is reached. */
  take(viewer: Viewer): Promise<TakenCall>
  /** Returns the refusal of the cap that is reached, or null; counts nothing. */
  objection(viewer: Viewer): Promise<Refusal | null>
  state(viewer: Viewer): Promise<Pick<SpendingState, 'day' | 'viewer'>>
}

/** Keeps the counts in the ledger, which all its proxies share. */
export function createCallCaps(deps: {
  rules: SpendingRules
  ledger: CountLedger & LessonLedger
  clock: () => Date
}): CallCaps {
  const { rules, ledger, clock } = deps
  const namesOf = createViewerNames(ledger)
  const areViewersCounted = rules.callsPerAddress !== null || rules.callsPerSession !== null

  const capsNow = async (viewer: Viewer): Promise<NamedCap[]> => {
    const day = dayOf(clock())
    return capsOf(rules, day, areViewersCounted ? await namesOf(viewer, day) : null)
  }
  const withSpent = async (viewer: Viewer) => {
    const caps = await capsNow(viewer)
    const spent = await ledger.spent(caps.map(({ name }) => name))
    return caps.map((cap, index) => ({ ...cap, spent: spent[index] ?? 0 }))
  }
  const refusalOf = (cap: NamedCap | undefined): Refusal | null => {
    if (cap === undefined) return null
    const resets_at = endOfDay(dayOf(clock()))
    return cap.scope === 'viewer'
      ? {
          ...ownRefusal(
            'viewer_cap_reached',
            `All ${cap.most} metered calls that you or your network may make in a day are used.`,
          ),
          resets_at,
        }
      : { ...ownRefusal('day_cap_reached', `All ${cap.most} metered calls of today are used.`), resets_at }
  }
  return {
    take: async (viewer) => {
      const caps = await capsNow(viewer)
      const reached = await ledger.takeCall(caps)
      const refusal = refusalOf(caps.find(({ name }) => name === reached))
      if (refusal !== null) return { kind: 'reached', refusal }
      return { kind: 'taken', giveBack: () => ledger.returnCall(caps.map(({ name }) => name)) }
    },
    objection: async (viewer) => refusalOf((await withSpent(viewer)).find(({ spent, most }) => spent >= most)),
    state: async (viewer) => {
      const caps = await withSpent(viewer)
      const strictest = (scope: NamedCap['scope']) => {
        const [cap] = caps.filter((one) => one.scope === scope).sort((a, b) => a.most - a.spent - (b.most - b.spent))
        return cap === undefined ? null : { calls: cap.most, spent: cap.spent }
      }
      return { day: strictest('day'), viewer: strictest('viewer') }
    },
  }
}
