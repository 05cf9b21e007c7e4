// A proxy in a separate process, for `proxy-process.ts`: tests can kill and suspend it.
import { pino } from 'pino'
import { type ProxyOptions, startProxy } from '../../proxy/start-proxy.ts'

/** The options sent to its process. */
export type ProgramOptions = Pick<
  ProxyOptions,
  'dataDir' | 'serviceBaseUrl' | 'serviceToken' | 'ledgerUrl' | 'leaseTimes'
> & {
  /** Today, by all its clocks. */
  readonly today: string
}

process.on('message', async ({ today, ...options }: ProgramOptions) => {
  const clock = () => new Date(today)
  const log = pino({ level: 'silent' })
  const proxy = await startProxy({ ...options, host: '127.0.0.1', port: 0, pageDir: null, now: clock, clock, log })
  process.send?.(proxy.url)
})
process.on('disconnect', () => process.exit(0))
