import { type Command, Option } from 'commander'
import { createToken, listTokens, revokeToken, type TokenKind } from '../../service/accounts/tokens.ts'
import type { Context } from '../environment/context.ts'
import { print, printTable, say } from '../environment/terminal.ts'

/** `token create|revoke|list`: the credentials of accounts. */
export function addTokenCommands(root: Command, { environment }: Context): void {
  const token = root
    .command('token')
    .description('credentials of accounts')
    .addHelpText(
      'after',
      `
Examples:
  $ squaremetre token create --account acme --kind ro
  $ squaremetre token revoke svc_live_ro_1a2b3c4d`,
    )

  token
    .command('create')
    .description('make a token and print it, once: only its hash is kept')
    .requiredOption('--account <name>', 'whose it is')
    .addOption(
      new Option('--kind <kind>', 'rw reads and writes, ro only reads').choices(['rw', 'ro']).makeOptionMandatory(),
    )
    .action(({ account, kind }: { account: string; kind: TokenKind }) => {
      print(createToken({ dataDir: environment().dataDir, account, kind }))
      say('Keep it now: it cannot be shown again.')
    })
  token
    .command('revoke')
    .description('refuse a token from the next request on; it stays listed')
    .argument('<token>', 'its number or prefix, as "token list" shows them, or the token itself')
    .action((named: string) => {
      const { prefix, account } = revokeToken({ dataDir: environment().dataDir, token: named })
      print(`token ${prefix}… of account "${account}" is revoked`)
    })
  token
    .command('list')
    .description('show all tokens, revoked ones included, by their beginning')
    .action(() => {
      const columns = ['id', 'account', 'kind', 'prefix', 'created_at', 'revoked_at'] as const
      printTable(listTokens({ dataDir: environment().dataDir }), columns)
    })
}
