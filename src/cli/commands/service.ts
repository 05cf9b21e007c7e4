import { type Command, InvalidArgumentError } from 'commander'
import { startService } from '../../service/start-service.ts'
import { checkPort } from '../check-port.ts'
import type { Context } from '../context.ts'
import { clockOf } from '../environment.ts'
import { runUntilStopped } from '../run-until-stopped.ts'
import { jsonLog, print } from '../terminal.ts'

/** `service`: the statistics service alone. */
export function addServiceCommand(root: Command, { environment }: Context): void {
  root
    .command('service')
    .description('serve statistics only, without a proxy or a page')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 takes any free one', portNumber, 8787)
    .addHelpText(
      'after',
      `
It serves the periods that "build" made of what "import" or "demo" kept in DATA_DIR, to holders of a token.

Examples:
  $ squaremetre service
  $ squaremetre service --host 0.0.0.0 --port 9000
  $ curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8787/public/v1/coverage`,
    )
    .action(async ({ host, port }: { host: string; port: number }) => {
      const settings = environment()
      await checkPort(host, port, '--port ')
      const { dataDir, logLevel } = settings
      const service = await startService({ dataDir, host, port, now: clockOf(settings), log: jsonLog(logLevel) })
      print(service.url)
      await runUntilStopped([() => service.close()])
    })
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It should be from 0 to 65535.')
  return port
}
