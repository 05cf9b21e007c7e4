import { type Command, Option } from 'commander'
import { createToken, listTokens, revokeToken, type TokenKind } from '../../service/accounts/tokens.ts'
import type { Context } from '../environment/context.ts'
import { print, printTable, say } from '../environment/terminal.ts'

/** `token create|revoke|list`: manages the tokens of accounts. */
export function addTokenCommands(root: Command, { environment }: Context): void {
  const token = root
    .command('token')
    .description('manage tokens of accounts')
    .addHelpText(
      'after',
      `
Examples:
  $ squaremetre token create --account acme --kind ro
  $ squaremetre token revoke svc_live_ro_1a2b3c4d`,
    )

  token
    .command('create')
    .description('create a token and print it once; only its hash is stored')
    .requiredOption('--account <name>', 'account of the token')
    .addOption(
      new Option('--kind <kind>', 'rw to read and write, ro to read only').choices(['rw', 'ro']).makeOptionMandatory(),
    )
    .action(async ({ account, kind }: { account: string; kind: TokenKind }) => {
      print(await createToken({ ...environment(), account, kind }))
      say('Copy it now: it cannot be shown again.')
    })
  token
    .command('revoke')
    .description('revoke a token from the next request on; it stays listed')
    .argument('<token>', 'its number or prefix from "token list", or the token itself')
    .action(async (named: string) => {
      const { prefix, account } = await revokeToken({ ...environment(), token: named })
      print(`token ${prefix}… of account "${account}" is revoked`)
    })
  token
    .command('list')
    .description('list the prefixes of all tokens, including revoked ones')
    .action(async () => {
      const columns = ['id', 'account', 'kind', 'prefix', 'created_at', 'revoked_at'] as const
      printTable(await listTokens(environment()), columns)
    })
}
