import { statSync } from 'node:fs'
import { type Plan, type Plans, planNamed } from './plans.ts'
import { type PlanLocation, plansFileOf, readPlans } from './plans-file.ts'

/** The plans in force at each call. `freshly` checks the file even if it was checked a moment ago. */
export type PlansInForce = (freshly?: 'freshly') => Plans

/** How often the file is checked, at most. */
const LOOK_EVERY_MS = 1_000

/** Plans that never change. */
export function fixedPlans(plans: Plans): PlansInForce {
  return () => plans
}

/** The plan of a name; null when there is none, not even in a file that was changed a moment ago. */
export function planInForce(plans: PlansInForce, name: string): Plan | null {
  return planNamed(plans(), name) ?? planNamed(plans('freshly'), name)
}

/**
 * Reads the plans again when their file changes. A file with an error leaves the plans as they were, and `report` is
 * called once for each such change. Throws when the file cannot be used at first.
 */
export function watchPlans(location: PlanLocation, report: (error: unknown) => void): PlansInForce {
  let version = versionOf(location)
  let { plans } = readPlans(location)
  let lookedAt = performance.now()
  return (freshly) => {
    if (freshly === undefined && performance.now() - lookedAt < LOOK_EVERY_MS) return plans
    lookedAt = performance.now()
    const found = versionOf(location)
    if (found === version) return plans
    version = found
    try {
      plans = readPlans(location).plans
    } catch (error) {
      report(error)
    }
    return plans
  }
}

/** Changes whenever the file does, or another one applies. */
function versionOf(location: PlanLocation): string {
  const file = plansFileOf(location)
  const stat = file === null ? undefined : statSync(file, { throwIfNoEntry: false })
  return [file, stat?.ino, stat?.size, stat?.mtimeMs].join(' ')
}
