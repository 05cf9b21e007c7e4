import { type Command, InvalidArgumentError } from 'commander'
import { createAccount, lapseAccount, listAccounts, renewAccount } from '../../service/accounts/accounts.ts'
import { DEFAULT_PLAN, PLANS } from '../../service/core/plans.ts'
import type { Context } from '../context.ts'
import { print, printTable } from '../terminal.ts'

/** `account create|lapse|renew|list`: who may ask the service. */
export function addAccountCommands(root: Command, { environment }: Context): void {
  const account = root
    .command('account')
    .description('accounts that may ask the service')
    .addHelpText(
      'after',
      `
Examples:
  $ squaremetre account create acme --plan large --anchor-day 15
  $ squaremetre token create --account acme --kind ro
  $ squaremetre account lapse acme           its tokens are refused until "account renew acme"`,
    )
  const plans = Object.keys(PLANS).join(', ')

  account
    .command('create')
    .description('make an account')
    .argument('<name>')
    .option('--plan <plan>', `what it may ask: ${plans}`, DEFAULT_PLAN)
    .option('--anchor-day <day>', 'day of the month, 1 to 31, on which its allowance is whole again', dayOfMonth, 1)
    .option('--no-anchor-day', 'its allowance is never renewed')
    .action((name: string, options: { plan: string; anchorDay: number | false }) => {
      const anchorDay = options.anchorDay === false ? null : options.anchorDay
      const made = createAccount({ dataDir: environment().dataDir, name, plan: options.plan, anchorDay })
      print(`account "${made.name}" is ${made.status}, on plan ${made.plan}`)
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
    .command('list')
    .description('show all accounts')
    .action(() => {
      printTable(listAccounts({ dataDir: environment().dataDir }), [
        'name',
        'plan',
        'status',
        'anchor_day',
        'created_at',
      ])
    })
}

function dayOfMonth(text: string): number {
  const day = Number(text)
  if (!Number.isInteger(day) || day < 1 || day > 31) throw new InvalidArgumentError('It should be from 1 to 31.')
  return day
}
