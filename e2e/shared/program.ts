import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { runHere } from '../../src/testing/servers/command-line-here.ts'
import { recordPrinted } from './run-record.ts'

const PROGRAM = 'bin/squaremetre.js'
/** Long enough to build the page and the demonstration market on a busy machine. */
const START_LIMIT_MS = 240_000

/** Settings with which a server logs and measures everything, so that a leaked token would be found. */
export const MOST_TELLING = { LOG_LEVEL: 'trace', METRICS_PORT: '0' }

/** A running `squaremetre` server. */
export interface Program {
  /** The address that it printed. */
  readonly address: string
  /** Returns everything that it has printed and logged. */
  said(): string
  /** Ends it as Ctrl-C does, or at once; resolves when it has exited. */
  stop(how?: 'politely' | 'at once'): Promise<void>
}

type Environment = Readonly<Record<string, string>>

/** Starts a command that serves until it is stopped; resolves when it prints its address, rejects when it exits before. */
export async function startProgram(args: readonly string[], environment: Environment): Promise<Program> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const said = () => output
  for (const stream of [child.stdout, child.stderr]) {
    // Whole lines, because others write to the record at the same time.
    createInterface({ input: stream }).on('line', (line) => {
      output += `${line}\n`
      recordPrinted(`${line}\n`)
    })
  }
  const stop = async (how: 'politely' | 'at once' = 'politely') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(how === 'politely' ? 'SIGTERM' : 'SIGKILL')
    await gone
  }
  try {
    return { address: await addressOf(child, said), stop, said }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs a command that takes no time in this process, because starting another one takes longer; returns its output, rejects when it fails. */
export async function runCommand(args: readonly string[], environment: Environment): Promise<string> {
  // Whatever a journey runs against was started before, and so has built it.
  const { runCommandLine } = await import(new URL('../../dist/cli/main.js', import.meta.url).href)
  const surroundings = { cwd: process.cwd(), env: environmentOf(environment) }
  const { code, stdout, stderr } = await runHere(runCommandLine, args, surroundings)
  if (code !== 0) throw new Error(`squaremetre ${args.join(' ')} exited with code ${code}:\n${stderr}`)
  return stdout.trim()
}

// Removes a service set in the caller's environment, so that journeys never spend from it.
function environmentOf(environment: Environment): NodeJS.ProcessEnv {
  return { ...process.env, SERVICE_BASE_URL: '', SERVICE_TOKEN: '', ...environment }
}

function addressOf(child: ChildProcessByStdio<null, Readable, Readable>, said: () => string): Promise<string> {
  return new Promise((found, failed) => {
    const limit = setTimeout(
      () => failed(new Error(`not ready after ${START_LIMIT_MS / 1000} s:\n${said()}`)),
      START_LIMIT_MS,
    )
    child.once('exit', (code) => {
      clearTimeout(limit)
      failed(new Error(`exited with code ${code} before it was ready:\n${said()}`))
    })
    // Only standard output: the log has the addresses of parts too.
    createInterface({ input: child.stdout }).on('line', (line) => {
      // The metrics' address comes first.
      const address = /^http:\/\/(?:localhost|127\.0\.0\.1):\d+(?!\S*\/metrics)\S*$/.exec(line)
      if (!address) return
      clearTimeout(limit)
      found(address[0])
    })
  })
}
