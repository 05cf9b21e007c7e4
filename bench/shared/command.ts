import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../bin/squaremetre.js', import.meta.url))

/** `squaremetre` in a separate process. */
export interface Command {
  readonly child: ChildProcess
  /** Returns its stderr output. */
  said(): string
  /** The signal that ended it, null when it exited by itself; rejects with its output when it failed. */
  readonly ended: Promise<NodeJS.Signals | null>
}

/** Starts `squaremetre` on a DATA_DIR, with a fixed clock. */
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
      else reject(new Error(`squaremetre ${args.join(' ')} exited with code ${code}: ${text}`))
    })
  })
  return { child, said: () => text, ended }
}
