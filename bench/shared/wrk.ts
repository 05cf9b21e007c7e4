import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The result of one run of wrk. */
export interface WrkRound {
  readonly perSecond: number
}

/** Pins a process to one core (`taskset` of util-linux). */
export async function pin(pid: number, core: number): Promise<void> {
  await run('taskset', ['-a', '-c', '-p', String(core), String(pid)])
}

/** Sends GETs of the paths in turn from a separate core, accepting compressed responses; throws unless all have status 200. */
export async function sendByWrk(
  load: { origin: string; paths: readonly string[]; scriptFile: string },
  { seconds, connections, core }: { seconds: number; connections: number; core: number },
): Promise<WrkRound> {
  writeFileSync(load.scriptFile, script(load.paths))
  const duration = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`]
  const { stdout } = await run('taskset', ['-c', String(core), 'wrk', ...duration, '-s', load.scriptFile, load.origin])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`expected status 200 for all requests:\n${stdout}`)
  const perSecond = Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1])
  if (!(perSecond > 0)) throw new Error(`expected a result from wrk, found:\n${stdout}`)
  return { perSecond }
}

// The requests are prepared beforehand, so that the sender is never the bottleneck.
function script(paths: readonly string[]): string {
  return `
local paths = { ${paths.map((path) => JSON.stringify(path)).join(', ')} }
local requests = {}
local turn = 0
init = function()
  local headers = { ["Accept-Encoding"] = "gzip, deflate, br" }
  for i, path in ipairs(paths) do requests[i] = wrk.format("GET", path, headers) end
end
request = function()
  turn = turn % #requests + 1
  return requests[turn]
end
`
}
