import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ClassScale, MethodBreaks } from '../../contract/class-scale.ts'
import { classBreaks, METHODS } from '../../domain/class-breaks.ts'
import type { Lookups } from '../hints/lookups.ts'
import type { DecidedScale, ScaleLedger, ScaleName, TileLedger } from '../ledger/ledger.ts'
import { readHeldValues } from './held-values.ts'
import { decidingValues, judgeTerritory } from './judge-territory.ts'
import type { Ground } from './territory-ground.ts'

export interface JudgeDeps {
  readonly ledger: Pick<TileLedger, 'generation' | 'edition' | 'tile' | 'parts'> & ScaleLedger
  readonly lookups: Pick<Lookups, 'knownEmpty'>
  /** A steady clock in milliseconds. */
  readonly elapsed: () => number
}

/** Classes without breaks wait for more figures. A territory that is too small has those of the place around it. */
type Judged = Pick<Extract<ClassScale, { kind: 'territory' }>, 'breaks' | 'provisional' | 'observed'> | 'too_small'

const KEPT = 500
/** A judgement is reused for this many times as long as it took, so that readers cannot keep the proxy busy. */
const REST = 10

/** Judges territories by what is held of them, each once at a time, with rests between. */
export function createJudge(deps: JudgeDeps): (name: ScaleName, ground: Ground, isLast: boolean) => Promise<Judged> {
  const known = new LRUCache<string, Promise<Judged>>({ max: KEPT })
  return (name, ground, isLast) => {
    const key = JSON.stringify([name, isLast])
    const reused = known.get(key)
    if (reused !== undefined) return reused
    const begun = deps.elapsed()
    const judging = judgeHeld(deps, name, ground, isLast)
    known.set(key, judging)
    const rest = () => known.set(key, judging, { ttl: Math.max(1, Math.ceil(REST * (deps.elapsed() - begun))) })
    judging.then(rest, () => known.delete(key))
    return judging
  }
}

async function judgeHeld(deps: JudgeDeps, name: ScaleName, ground: Ground, isLast: boolean): Promise<Judged> {
  const { ledger } = deps
  const generation = await ledger.generation()
  const held = await readHeldValues(deps, name.edition, name.metric, ground)
  const judgement = judgeTerritory(held, isLast)
  const values = decidingValues(held, judgement)
  const observed = values.length
  if (judgement === 'too_small') return judgement
  if (judgement === 'unknown') return { breaks: null, provisional: true, observed }
  const computed: DecidedScale = { breaks: await breaksByMethod(values), observed }
  // The figures of a period that was rebuilt in the meantime decide nothing.
  const isStale = generation !== (await ledger.generation())
  if (judgement === 'provisional' || isStale) return { ...computed, provisional: true }
  return { ...(await ledger.keepScale(name, computed)), provisional: false }
}

/** Lets other requests run after each method, because a large country has hundreds of thousands of values. */
async function breaksByMethod(values: readonly number[]): Promise<MethodBreaks> {
  const breaks: MethodBreaks = { quantile: [], jenks: [], logarithmic: [], equal: [] }
  for (const method of METHODS) {
    breaks[method] = classBreaks(method, values)
    await yieldToOthers()
  }
  return breaks
}
