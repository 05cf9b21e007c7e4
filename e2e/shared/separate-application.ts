import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OwnService, startOwnService } from './own-service.ts'
import { MOST_TELLING, type Program, runCommand, startProgram } from './program.ts'
import { startRecorder } from './recorder.ts'
import { recordToken } from './run-record.ts'
import { settingsOfMarket, sharedApplication } from './shared-application.ts'

/** A proxy with the page and an account of its own, behind a recorder. It shares the other application's market. */
export interface SeparateApplication {
  readonly address: string
  readonly account: string
  /** The proxy's token for the service. */
  readonly token: string
  /** Returns everything that the proxy has printed and logged. */
  said(): string
  /** Runs an operator's command, one that takes no time, on the service's data. */
  operate(...args: string[]): Promise<string>
  /** Kills the proxy as in a crash. */
  endProxy(): Promise<void>
  /** Restarts the proxy at its address, with everything that it had bought. */
  restartProxy(): Promise<void>
  stop(): Promise<void>
}

let count = 0

/**
 * Starts a proxy in a separate process, for a new account on a plan; `settings` are added to its own. It uses the shared
 * service unless another is given; one that has its own token has no accounts.
 */
export async function startSeparately(
  plan: string,
  settings: Readonly<Record<string, string>> = {},
  service: { readonly address: string; readonly token?: string } = { address: sharedApplication().service },
): Promise<SeparateApplication> {
  const account = `journey-${process.pid}-${++count}`
  const token = service.token ?? (await createToken(account, plan))
  const dataDir = mkdtempSync(join(tmpdir(), 'squaremetre-e2e-proxy-'))
  const startProxy = (PORT: string) =>
    startProgram(['proxy'], {
      ...MOST_TELLING,
      ...settings,
      DATA_DIR: dataDir,
      PORT,
      SERVICE_BASE_URL: service.address,
      SERVICE_TOKEN: token,
    })
  let proxy: Program = await startProxy('0')
  const { port } = new URL(proxy.address)
  const recorder = await startRecorder(proxy.address)
  return {
    address: recorder.address,
    account,
    token,
    said: () => proxy.said(),
    operate,
    endProxy: () => proxy.stop('at once'),
    restartProxy: async () => {
      proxy = await startProxy(port)
    },
    stop: async () => {
      recorder.stop()
      await proxy.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A separate application whose service nobody else uses, for journeys that end the service or read its log. */
export interface ApplicationWithService extends SeparateApplication {
  readonly service: OwnService
}

/** Starts service and proxy in separate processes, for a new account on a plan. */
export async function startWithService(plan: string): Promise<ApplicationWithService> {
  const service = await startOwnService()
  const application = await startSeparately(plan, {}, service)
  return {
    ...application,
    service,
    said: () => service.said() + application.said(),
    stop: async () => {
      await application.stop()
      await service.stop()
    },
  }
}

async function createToken(account: string, plan: string): Promise<string> {
  await operate('account', 'create', account, '--plan', plan)
  const token = await operate('token', 'create', '--account', account, '--kind', 'ro')
  recordToken(token)
  return token
}

function operate(...args: string[]): Promise<string> {
  return runCommand(args, settingsOfMarket())
}
