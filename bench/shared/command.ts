import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../bin/squaremetre.js', import.meta.url))

/** `squaremetre` in a process of its own. */
export interface Command {
  readonly child: ChildProcess
  /** What it has said on stderr. */
  said(): string
  /** The signal that ended it, null where it ended by itself; throws, with what it said, where it failed. */
  readonly ended: Promise<NodeJS.Signals | null>
}

/** Starts `squaremetre` on a DATA_DIR, at a service's clock. */
export function startCommand(args: readonly string[], { dataDir, now }: { dataDir: string; now: Date }): Command {
  const env = { ...process.env, DATA_DIR: dataDir, SERVICE_NOW: now.toISOString() }
  const child = spawn(process.execPath, [BIN, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0 || signal) resolve(signal)
      else reject(new Error(`squaremetre ${args.join(' ')} ended with ${code}: ${text}`))
    })
  })
  return { child, said: () => text, ended }
}
