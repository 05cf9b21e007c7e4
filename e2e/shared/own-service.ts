import { MOST_TELLING, startProgram } from './program.ts'
import { settingsOfMarket } from './shared-application.ts'

/** A service in a separate process, over the market that all share. */
export interface OwnService {
  readonly address: string
  /** Returns everything that it has printed and logged since it was last started. */
  said(): string
  /** Kills it as in a crash. */
  end(): Promise<void>
  /** Restarts it at its address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a service for one journey or file, which may end it. */
export async function startOwnService(): Promise<OwnService> {
  const start = (port: string) =>
    startProgram(['service', '--port', port, '--no-schedule'], { ...settingsOfMarket(), ...MOST_TELLING })
  let service = await start('0')
  const { address } = service
  return {
    address,
    said: () => service.said(),
    end: () => service.stop('at once'),
    restart: async () => {
      service = await start(new URL(address).port)
    },
    stop: () => service.stop(),
  }
}
