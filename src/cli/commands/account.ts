import { type Command, InvalidArgumentError } from 'commander'
import { signInAddress } from '../../service/account-page/paths.ts'
import { recordedAddress } from '../../service/account-page/service-address.ts'
import {
  changePlan,
  createAccount,
  endSessions,
  lapseAccount,
  listAccounts,
  refillAccount,
  renewAccount,
} from '../../service/accounts/accounts.ts'
import { createLinkSecret, LINK_MINUTES } from '../../service/accounts/sign-in.ts'
import { readPlans } from '../../service/plans/plans-file.ts'
import type { Context } from '../environment/context.ts'
import { print, printTable, say } from '../environment/terminal.ts'
import { UsageError } from '../environment/usage-error.ts'

/** `account create|change-plan|lapse|renew|refill|link|sign-out|list`: manages the service's accounts. */
export function addAccountCommands(root: Command, { environment }: Context): void {
  const account = root
    .command('account')
    .description('manage accounts of the service')
    .addHelpText(
      'after',
      `
Examples:
  $ squaremetre account create acme --plan large --anchor-day 15
  $ squaremetre account link acme            print a link to acme’s page, where tokens are created and revoked
  $ squaremetre account lapse acme           refuse its tokens until "account renew acme"`,
    )
  addCreate(account, environment)
  addChanges(account, environment)
  account
    .command('link')
    .description(`print a link that signs in to the account’s page once, within ${LINK_MINUTES} minutes`)
    .argument('<name>')
    .option('--base <address>', 'address at which browsers reach the service (default: where it listens)', origin)
    .action(async (name: string, { base }: { base?: string }) => {
      const { dataDir } = environment()
      // A service that listens on all addresses is reached by name.
      const at = base ?? recordedAddress(dataDir)?.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, '//localhost')
      if (at === undefined) {
        throw new UsageError('No service is running on this DATA_DIR. Start it, or pass its address with --base.')
      }
      print(signInAddress(at, await createLinkSecret({ ...environment(), account: name })))
      say(`It works once, within ${LINK_MINUTES} minutes. Anyone who has it can create and revoke tokens of "${name}".`)
    })
  account
    .command('sign-out')
    .description('end all sessions of an account’s page, and links to it that are still unused')
    .argument('<name>')
    .action(async (name: string) => {
      print(`account "${(await endSessions({ ...environment(), name })).name}" is signed out everywhere`)
    })
  account
    .command('list')
    .description('list all accounts')
    .action(async () => {
      const columns = ['name', 'plan', 'status', 'anchor_day', 'created_at'] as const
      printTable(await listAccounts(environment()), columns)
    })
}

function addCreate(account: Command, environment: Context['environment']): void {
  account
    .command('create')
    .description('create an account')
    .argument('<name>')
    .option('--plan <plan>', 'one of the plans that "squaremetre plans" prints (default: their default_plan)')
    .option('--anchor-day <day>', 'day of the month, 1 to 31, on which its allowance resets', dayOfMonth, 1)
    .option('--no-anchor-day', 'reset its allowance only with "account refill"')
    .action(async (name: string, options: { plan?: string; anchorDay: number | false }) => {
      const { dataDir, accountsUrl } = environment()
      const { plans, default_plan } = readPlans(environment())
      const anchorDay = options.anchorDay === false ? null : options.anchorDay
      const plan = options.plan ?? default_plan
      const made = await createAccount({ dataDir, accountsUrl, name, plan, plans, anchorDay })
      print(`account "${made.name}" is ${made.status}, on plan ${made.plan}`)
    })
}

function addChanges(account: Command, environment: Context['environment']): void {
  account
    .command('change-plan')
    .description('move an account to another plan, from its next request on')
    .argument('<name>')
    .argument('<plan>')
    .action(async (name: string, plan: string) => {
      const { plans } = readPlans(environment())
      const { dataDir, accountsUrl } = environment()
      await changePlan({ dataDir, accountsUrl, name, plan, plans })
      print(`account "${name}" is on plan ${plan}`)
    })
  account
    .command('lapse')
    .description('end an account’s subscription, so that its tokens are refused')
    .argument('<name>')
    .action(async (name: string) => {
      print(`account "${(await lapseAccount({ ...environment(), name })).name}" has lapsed`)
    })
  account
    .command('renew')
    .description('renew a lapsed subscription')
    .argument('<name>')
    .action(async (name: string) => {
      print(`account "${(await renewAccount({ ...environment(), name })).name}" is active again`)
    })
  account
    .command('refill')
    .description('refill an account’s allowance now')
    .argument('<name>')
    .action(async (name: string) => {
      const { dataDir, accountsUrl, meteringUrl } = environment()
      const account = await refillAccount({ dataDir, accountsUrl, meteringUrl, name })
      print(`account "${account.name}" has its full allowance again`)
    })
}

function dayOfMonth(text: string): number {
  const day = Number(text)
  if (!Number.isInteger(day) || day < 1 || day > 31) throw new InvalidArgumentError('Expected a day from 1 to 31.')
  return day
}

/** Reads an address of scheme, host and port alone. */
function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new InvalidArgumentError('Expected an address such as https://service.example.')
  }
  const rest = url.href.slice(url.origin.length)
  if (rest !== '/') {
    throw new InvalidArgumentError(
      `Expected an address without a path, such as ${url.origin}; found "${rest}" after it.`,
    )
  }
  return url.origin
}
