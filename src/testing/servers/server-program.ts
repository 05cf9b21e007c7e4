import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server of another make that runs for one test, in a separate process with a folder of its own. */
export interface ServerProgram {
  /** The process that runs now. */
  pid(): number
  /** Suspends it: connections stay open, and nothing is answered. */
  freeze(): void
  thaw(): void
  /** Kills it as in a crash. */
  kill(): Promise<void>
  /** Starts it over the same folder. */
  start(): Promise<void>
  /** Kills it, and removes its folder. */
  close(): Promise<void>
}

/** How a server is started. */
export interface Launch {
  readonly command: string
  /** Its arguments; it runs in `folder`. */
  readonly args: (folder: string) => readonly string[]
  /** The signal that ends it at once with all its processes; SIGKILL by default. */
  readonly crash?: NodeJS.Signals
  /** The user as whom it runs, and what it needs in its folder first. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
  readonly prepare?: (folder: string) => Promise<void>
  /** What to say when the command is not on the PATH. */
  readonly missing: string
  /** Rejects or returns false while it cannot be used yet. */
  readonly isReady: () => Promise<boolean>
}

/** How much of a server's output is kept for the error that says why it ended, in characters. */
const MOST_SAID = 4_000

/** Starts a server, and waits until it is ready. */
export async function startServerProgram(launch: Launch): Promise<ServerProgram> {
  const { command, args, missing, isReady, user } = launch
  const folder = mkdtempSync(join(tmpdir(), `${basename(command)}-`))
  let running: ChildProcess | null = null
  const start = async () => {
    let [said, fault]: [string, Error | null] = ['', null]
    const child = spawn(command, args(folder), { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], ...user })
    running = child
    child.once('error', (error: NodeJS.ErrnoException) => {
      fault = error.code === 'ENOENT' ? new Error(missing, { cause: error }) : error
    })
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-MOST_SAID)
      })
    }
    while (!(await isReady().catch(() => false))) {
      if (fault !== null) throw fault
      if (child.exitCode !== null) throw new Error(`${command} exited with code ${child.exitCode}: ${said}`)
      await sleep(20)
    }
  }
  const kill = async () => {
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running, 'exit')
    running.kill(launch.crash ?? 'SIGKILL')
    // A suspended one would not notice any other signal than SIGKILL.
    running.kill('SIGCONT')
    await gone
  }
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  await launch.prepare?.(folder)
  await start()
  return {
    pid: () => running?.pid ?? Number.NaN,
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    kill,
    start,
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
