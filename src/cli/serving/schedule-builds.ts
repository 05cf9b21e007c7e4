import type { Registry } from 'prom-client'
import type { RunningServer } from '../../server/running-server.ts'
import { startBuildSchedule } from '../../service/build/build-schedule.ts'
import { clockOf, type Environment } from '../environment/environment.ts'
import { jsonLog } from '../environment/terminal.ts'
import { buildInChild } from './build-in-child.ts'
import { measureBuilds } from './measure-builds.ts'

/** Starts the build schedule, unless it is turned off. */
export function scheduleBuilds(settings: Environment, isOn: boolean, registry: Registry): Partial<RunningServer> {
  if (!isOn) return {}
  const { dataDir, logLevel } = settings
  const build = measureBuilds((signal) => buildInChild(settings, signal), registry)
  return startBuildSchedule({ dataDir, now: clockOf(settings), log: jsonLog(logLevel), build })
}
