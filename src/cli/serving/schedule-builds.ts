import type { Registry } from 'prom-client'
import type { RunningServer } from '../../server/http/running-server.ts'
import { startBuildSchedule } from '../../service/build/build-schedule.ts'
import { openListings } from '../../service/open-listings.ts'
import { clockOf, type Environment } from '../environment/environment.ts'
import { jsonLog } from '../environment/terminal.ts'
import { buildInChild } from './build-in-child.ts'
import { measureBuilds } from './measure-builds.ts'

/** Starts the build schedule, unless it is turned off. */
export async function scheduleBuilds(
  settings: Environment,
  isOn: boolean,
  registry: Registry,
): Promise<Partial<RunningServer>> {
  if (!isOn) return {}
  const { dataDir, logLevel } = settings
  const build = measureBuilds((signal) => buildInChild(settings, signal), registry)
  const now = clockOf(settings)
  const shared = await openListings(settings, now)
  const schedule = startBuildSchedule({ dataDir, now, log: jsonLog(logLevel), build, lookAtStored: shared?.look })
  return {
    ...schedule,
    async close() {
      await schedule.close()
      await shared?.close()
    },
  }
}
