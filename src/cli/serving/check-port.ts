import { createServer } from 'node:net'
import { UsageError } from '../environment/usage-error.ts'

/** Makes sure, before any long work, that a port can be listened on; `setting` names what would choose another. */
export async function checkPort(host: string, port: number, setting: string): Promise<void> {
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

function reason(code: string | undefined, host: string, port: number, setting: string): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program. Choose a free one, as with ${setting}${port + 1}, or stop that program.`
    case 'EACCES':
      return `Port ${port} may not be listened on by this user. Choose one above 1023, as with ${setting}8080.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is no address of this machine. Use 127.0.0.1 for this machine alone, or 0.0.0.0 for all who reach it.`
    default:
      return null
  }
}
