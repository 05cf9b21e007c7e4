import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { BuildReport } from '../../service/build/build-periods.ts'
import { childEnvironment, type Environment } from '../environment/environment.ts'

/** How many of the last characters of a failed build's output are kept. */
const LAST_WORDS = 2_000

/**
 * Builds everything that is due with `squaremetre build --scheduled`, in a low-priority process that ends with this
 * one. Rejects with the end of its output when it fails, and when the signal aborts.
 */
export async function buildInChild(settings: Environment, signal: AbortSignal): Promise<BuildReport> {
  const program = process.argv[1]
  if (program === undefined) throw new Error('squaremetre was not started from a file, so it cannot start itself again')
  const child = spawn(process.execPath, [program, 'build', '--scheduled'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: childEnvironment(settings),
    signal,
  })
  child.once('spawn', () => {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-LAST_WORDS)
  })
  let report: BuildReport | null = null
  child.once('message', (message) => {
    report = message as BuildReport
  })
  const [code, killedBy] = await once(child, 'close')
  if (code === 0 && report) return report
  throw new Error(said.trim() || `the build ended with ${killedBy ?? code}`)
}
