import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Answers } from './obey.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NICENESS = 10

/** A server of bench/servers in a separate process. */
export interface Server {
  readonly url: string
  readonly pid: number
  /** Returns a measure of its process. */
  ask<Name extends keyof Answers>(measure: Name): Promise<Answers[Name]>
  close(): Promise<void>
}

/**
 * Starts `bench/servers/<name>.ts`, bundled like the product; its first message is its address. Its log goes to `logFile`
 * when given, else to the terminal.
 */
export async function startServer(name: string, input: object, logFile?: string): Promise<Server> {
  const child = await start(name, input, logFile)
  const { url } = await nextMessage<{ url: string }>(child, name)
  return {
    url,
    pid: child.pid ?? Number.NaN,
    ask(measure) {
      child.send(measure)
      return nextMessage(child, name)
    },
    async close() {
      child.send('close')
      await once(child, 'exit')
    },
  }
}

/** A server that can be restarted on the same files. */
export interface Restarting extends Server {
  restart(): Promise<void>
}

/** Starts a server with `start`, and again whenever it is told to. */
export async function startRestarting(start: () => Promise<Server>): Promise<Restarting> {
  let server = await start()
  return {
    get url() {
      return server.url
    },
    get pid() {
      return server.pid
    },
    ask: (measure) => server.ask(measure),
    close: () => server.close(),
    restart: async () => {
      await server.close()
      server = await start()
    },
  }
}

/** Runs `bench/servers/<name>.ts` to its end, at low priority. */
export async function runToEnd(name: string, input: object): Promise<void> {
  const child = await start(name, input)
  setPriority(child.pid ?? 0, NICENESS)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${name} exited with code ${code}`)
}

async function start(name: string, input: object, logFile?: string): Promise<ChildProcess> {
  const log = logFile === undefined ? null : openSync(logFile, 'a')
  const child = fork(await bundle(name), [JSON.stringify(input)], {
    stdio: ['ignore', 'inherit', log ?? 'inherit', 'ipc'],
  })
  if (log !== null) closeSync(log)
  return child
}

const bundles = new Map<string, Promise<string>>()

/** Bundles `bench/servers/<name>.ts` on first use; returns the file to run. */
export function bundle(name: string): Promise<string> {
  const made = bundles.get(name) ?? makeBundle(name)
  bundles.set(name, made)
  return made
}

async function makeBundle(name: string): Promise<string> {
  const outDir = `${ROOT}dist/bench/${name}`
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    ssr: { external: true },
    build: {
      ssr: `bench/servers/${name}.ts`,
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
    },
  })
  return `${outDir}/main.js`
}

async function nextMessage<Message>(child: ChildProcess, name: string): Promise<Message> {
  const heard = new AbortController()
  try {
    const [message] = await Promise.race([
      once(child, 'message', heard),
      once(child, 'exit', heard).then(([code]) => {
        throw new Error(`${name} exited with code ${code}`)
      }),
    ])
    return message as Message
  } finally {
    heard.abort()
  }
}
