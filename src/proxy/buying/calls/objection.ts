import type { Refusal } from '../../../contract/proxy-api.ts'
import type { Cell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { groundName, kindName, lensName, requestName } from '../doubts/refusal-pauses.ts'
import { type PlannedCall, parentsOf } from './call-planner.ts'
import type { CallDeps } from './made-call.ts'

/** Returns why a call would most likely be charged and bring nothing. */
export async function objectionTo(
  deps: CallDeps,
  name: EditionName,
  call: PlannedCall,
): Promise<{ refusal: Refusal; ground?: 'paused' } | null> {
  const { homeCurrency, lensDoubts, unusable, refusedKinds } = deps
  const refusal =
    homeCurrency.objection(name) ??
    lensDoubts.objection(name) ??
    unusable.objection(lensName(name)) ??
    refusedKinds.objection(kindName(name))
  if (refusal !== null) return { refusal }
  let first: Refusal | null = null
  for (const parent of parentsOf(call)) {
    const ofTile = await objectionToTile(deps, name, parent)
    if (ofTile === null) return null
    first ??= ofTile
  }
  return first && { refusal: first, ground: 'paused' }
}

async function objectionToTile(
  { unusable, refusedGround, groundDoubts, absences, homeCurrency }: CallDeps,
  name: EditionName,
  parent: Cell,
): Promise<Refusal | null> {
  const ground = groundName(name, parent)
  return (
    unusable.objection(ground) ??
    refusedGround.objection(ground) ??
    refusedGround.objection(requestName(name, parent)) ??
    groundDoubts.objection(ground) ??
    (await homeCurrency.objectionToTile(name, parent)) ??
    absences.objection(name, parent)
  )
}
