import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What one run of wrk came to. */
export interface WrkRound {
  readonly perSecond: number
}

/** Lets a process run on one core only (`taskset` of util-linux). */
export async function pin(pid: number, core: number): Promise<void> {
  await run('taskset', ['-a', '-c', '-p', String(core), String(pid)])
}

/** Sends GETs of the paths in turn, compressed answers accepted, from a core of its own; throws unless all are answered with 200. */
export async function sendByWrk(
  load: { origin: string; paths: readonly string[]; scriptFile: string },
  { seconds, connections, core }: { seconds: number; connections: number; core: number },
): Promise<WrkRound> {
  writeFileSync(load.scriptFile, script(load.paths))
  const duration = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`]
  const { stdout } = await run('taskset', ['-c', String(core), 'wrk', ...duration, '-s', load.scriptFile, load.origin])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`not all requests were answered with 200:\n${stdout}`)
  const perSecond = Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1])
  if (!(perSecond > 0)) throw new Error(`wrk said nothing that can be read:\n${stdout}`)
  return { perSecond }
}

// The requests are written out beforehand, so that the sender is never what is measured.
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
