import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, runProgram, startProgram } from './program.ts'
import { startRecorder } from './recorder.ts'
import { recordToken } from './run-record.ts'
import { dataDirOfApplication, NOW } from './start-application.ts'

/** A proxy with the page over a service of its own, which both can be ended, behind a recorder; the market is the other application's. */
export interface SeparateApplication {
  readonly address: string
  readonly account: string
  /** The token that the proxy has for the service. */
  readonly token: string
  /** All that service and proxy have printed and logged. */
  said(): string
  /** Runs a command of the operator's on the service's data. */
  operate(...args: string[]): Promise<string>
  endService(): Promise<void>
  /** Ends the proxy as a crash would. */
  endProxy(): Promise<void>
  /** Starts the proxy again under its address, with all that it had bought. */
  restartProxy(): Promise<void>
  stop(): Promise<void>
}

/** All that can be logged and measured is, so that what is looked for in it would be found. */
const MOST_TELLING = { LOG_LEVEL: 'trace', METRICS_PORT: '0' }

let count = 0

/** Starts service and proxy in processes of their own, for a new account on a plan; `settings` are further ones of the proxy. */
export async function startSeparately(
  plan: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<SeparateApplication> {
  const account = `journey-${process.pid}-${++count}`
  const ofService = { DATA_DIR: dataDirOfApplication(), SERVICE_NOW: NOW }
  const serving = { ...ofService, ...MOST_TELLING }
  const operate = (...args: string[]) => runProgram(args, ofService)
  await operate('account', 'create', account, '--plan', plan)
  const SERVICE_TOKEN = await operate('token', 'create', '--account', account, '--kind', 'ro')
  recordToken(SERVICE_TOKEN)

  const service = await startProgram(['service', '--port', '0'], serving)
  const dataDir = mkdtempSync(join(tmpdir(), 'squaremetre-e2e-proxy-'))
  const startProxy = (PORT: string) =>
    startProgram(['proxy'], {
      ...MOST_TELLING,
      ...settings,
      DATA_DIR: dataDir,
      PORT,
      SERVICE_BASE_URL: service.address,
      SERVICE_TOKEN,
    })
  let proxy: Program = await startProxy('0')
  const { port } = new URL(proxy.address)
  const recorder = await startRecorder(proxy.address)
  return {
    address: recorder.address,
    account,
    token: SERVICE_TOKEN,
    said: () => service.said() + proxy.said(),
    operate,
    endService: () => service.stop('at once'),
    endProxy: () => proxy.stop('at once'),
    restartProxy: async () => {
      proxy = await startProxy(port)
    },
    stop: async () => {
      await recorder.stop()
      await Promise.all([proxy.stop(), service.stop()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
