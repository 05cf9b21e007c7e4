import { type Command, InvalidArgumentError } from 'commander'
import { signInAddress } from '../../service/account-page/paths.ts'
import { recordedAddress } from '../../service/account-page/service-address.ts'
import {
  changePlan,
  createAccount,
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

/** `account create|change-plan|lapse|renew|refill|link|list`: who may ask the service. */
export function addAccountCommands(root: Command, { environment }: Context): void {
  const account = root
    .command('account')
    .description('accounts that may ask the service')
    .addHelpText(
      'after',
      `
Examples:
  $ squaremetre account create acme --plan large --anchor-day 15
  $ squaremetre account link acme            signs a browser in to acme’s page, where tokens are made and revoked
  $ squaremetre account lapse acme           its tokens are refused until "account renew acme"`,
    )
  addCreate(account, environment)
  addChanges(account, environment)
  account
    .command('link')
    .description(`print a link that signs a browser in to the account’s page, once, within ${LINK_MINUTES} minutes`)
    .argument('<name>')
    .option('--base <address>', 'where browsers reach the service, as behind a proxy; else where it listens', origin)
    .action((name: string, { base }: { base?: string }) => {
      const { dataDir } = environment()
      // What listens at every address of the machine is reached by name.
      const at = base ?? recordedAddress(dataDir)?.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, '//localhost')
      if (at === undefined) {
        throw new UsageError('No service runs on this DATA_DIR: start it, or say with --base where browsers reach it.')
      }
      print(signInAddress(at, createLinkSecret({ dataDir, account: name })))
      say(`It works once, within ${LINK_MINUTES} minutes. Whoever has it can make and revoke tokens of "${name}".`)
    })
  account
    .command('list')
    .description('show all accounts')
    .action(() => {
      const columns = ['name', 'plan', 'status', 'anchor_day', 'created_at'] as const
      printTable(listAccounts({ dataDir: environment().dataDir }), columns)
    })
}

function addCreate(account: Command, environment: Context['environment']): void {
  account
    .command('create')
    .description('make an account')
    .argument('<name>')
    .option('--plan <plan>', 'what it may ask: one of those that "squaremetre plans" shows; else their default')
    .option('--anchor-day <day>', 'day of the month, 1 to 31, on which its allowance is whole again', dayOfMonth, 1)
    .option('--no-anchor-day', 'its allowance is not renewed by date, but by "account refill"')
    .action((name: string, options: { plan?: string; anchorDay: number | false }) => {
      const { dataDir } = environment()
      const { plans, default_plan } = readPlans(environment())
      const anchorDay = options.anchorDay === false ? null : options.anchorDay
      const made = createAccount({ dataDir, name, plan: options.plan ?? default_plan, plans, anchorDay })
      print(`account "${made.name}" is ${made.status}, on plan ${made.plan}`)
    })
}

function addChanges(account: Command, environment: Context['environment']): void {
  account
    .command('change-plan')
    .description('put an account on another plan, from its next request on')
    .argument('<name>')
    .argument('<plan>')
    .action((name: string, plan: string) => {
      const { plans } = readPlans(environment())
      changePlan({ dataDir: environment().dataDir, name, plan, plans })
      print(`account "${name}" is on plan ${plan}`)
    })
  account
    .command('lapse')
    .description('end an account’s subscription: its tokens are refused')
    .argument('<name>')
    .action((name: string) => {
      print(`account "${lapseAccount({ dataDir: environment().dataDir, name }).name}" has lapsed`)
    })
  account
    .command('renew')
    .description('take up a lapsed subscription again')
    .argument('<name>')
    .action((name: string) => {
      print(`account "${renewAccount({ dataDir: environment().dataDir, name }).name}" is active again`)
    })
  account
    .command('refill')
    .description('make an account’s allowance whole again now')
    .argument('<name>')
    .action((name: string) => {
      print(`account "${refillAccount({ dataDir: environment().dataDir, name }).name}" has its whole allowance`)
    })
}

function dayOfMonth(text: string): number {
  const day = Number(text)
  if (!Number.isInteger(day) || day < 1 || day > 31) throw new InvalidArgumentError('It should be from 1 to 31.')
  return day
}

/** Scheme, host and port of an address, whatever path was given with it. */
function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new InvalidArgumentError('It should be an address such as https://service.example.')
  }
  return url.origin
}
