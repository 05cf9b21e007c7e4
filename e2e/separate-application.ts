import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, runProgram, startProgram } from './program.ts'
import { startRecorder } from './recorder.ts'
import { recordToken } from './run-record.ts'
import { dataDirOfApplication, NOW } from './start-application.ts'

/** A proxy with the page, over its own service and behind a recorder; both can be stopped. It shares the other application's market. */
export interface SeparateApplication {
  readonly address: string
  readonly account: string
  /** The proxy's token for the service. */
  readonly token: string
  /** Returns everything that service and proxy have printed and logged. */
  said(): string
  /** Runs an operator's command on the service's data. */
  operate(...args: string[]): Promise<string>
  endService(): Promise<void>
  /** Restarts the service at its address. */
  restartService(): Promise<void>
  /** Kills the proxy as in a crash. */
  endProxy(): Promise<void>
  /** Restarts the proxy at its address, with everything that it had bought. */
  restartProxy(): Promise<void>
  stop(): Promise<void>
}

/** Logs and measures everything, so that a leaked token would be found. */
const MOST_TELLING = { LOG_LEVEL: 'trace', METRICS_PORT: '0' }

let count = 0

/** Starts service and proxy in separate processes, for a new account on a plan; `settings` are added to the proxy's. */
export async function startSeparately(
  plan: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<SeparateApplication> {
  const account = `journey-${process.pid}-${++count}`
  const ofService = { DATA_DIR: dataDirOfApplication(), SERVICE_NOW: NOW }
  const serving = { ...ofService, ...MOST_TELLING }
  const operate = (...args: string[]) => runProgram(args, ofService)
  const createToken = async () => {
    await operate('account', 'create', account, '--plan', plan)
    const token = await operate('token', 'create', '--account', account, '--kind', 'ro')
    recordToken(token)
    return token
  }
  const startService = (port: string) => startProgram(['service', '--port', port], serving)
  const [SERVICE_TOKEN, started] = await Promise.all([createToken(), startService('0')])
  let service: Program = started
  const addressOfService = new URL(service.address)
  const dataDir = mkdtempSync(join(tmpdir(), 'squaremetre-e2e-proxy-'))
  const startProxy = (PORT: string) =>
    startProgram(['proxy'], {
      ...MOST_TELLING,
      ...settings,
      DATA_DIR: dataDir,
      PORT,
      SERVICE_BASE_URL: addressOfService.href,
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
    restartService: async () => {
      service = await startService(addressOfService.port)
    },
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
