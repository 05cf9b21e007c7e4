// A proxy in a process of its own, for `proxy-process.ts`: it can be killed, and stopped where it stands.
import { pino } from 'pino'
import { type ProxyOptions, startProxy } from '../proxy/start-proxy.ts'

/** What its process is told. */
export type ProgramOptions = Pick<
  ProxyOptions,
  'dataDir' | 'serviceBaseUrl' | 'serviceToken' | 'ledgerUrl' | 'leaseTimes'
> & {
  /** The day by the clocks of all. */
  readonly today: string
}

process.on('message', async ({ today, ...options }: ProgramOptions) => {
  const clock = () => new Date(today)
  const log = pino({ level: 'silent' })
  const proxy = await startProxy({ ...options, host: '127.0.0.1', port: 0, pageDir: null, now: clock, clock, log })
  process.send?.(proxy.url)
})
process.on('disconnect', () => process.exit(0))
