import { createServer } from 'node:net'
import { UsageError } from '../environment/usage-error.ts'

/** How an address to listen on is set: what another port is written after, and what names the host. */
type Setting = readonly [port: string, host: string]
export const PAGE: Setting = ['PORT=', 'HOST']

/**
 * Checks before any long work that a port can be listened on, and that it is not that of the metrics, too, which are opened
 * first.
 */
export async function checkPort(
  host: string,
  port: number,
  setting: Setting,
  metrics: { host: string; port: number } | null = null,
): Promise<void> {
  const isSame = metrics !== null && metrics.port === port && port !== 0
  if (isSame && (metrics.host === host || [metrics.host, host].some((each) => /^(0\.0\.0\.0|::)$/.test(each)))) {
    throw new UsageError(
      `METRICS_PORT and ${setting[0].replace(/[ =]/, '')} are both ${port}. Choose two, such as METRICS_PORT=9464.`,
    )
  }
  const server = createServer()
  try {
    await new Promise<void>((listening, failed) => {
      server.once('error', failed)
      server.listen({ host, port, exclusive: true }, listening)
    })
  } catch (error) {
    throw new UsageError(reason((error as NodeJS.ErrnoException).code, host, port, setting) ?? String(error))
  }
  await new Promise((closed) => server.close(closed))
}

function reason(code: string | undefined, host: string, port: number, [setting, hostSetting]: Setting): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program. Choose a free port, such as ${setting}${port + 1}, or stop that program.`
    case 'EACCES':
      return `This user is not allowed to listen on port ${port}. Choose a port above 1023, such as ${setting}8080.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${hostSetting} ${host} is not an address of this machine. Use 127.0.0.1 for this machine only, or 0.0.0.0 for the whole network.`
    default:
      return null
  }
}
