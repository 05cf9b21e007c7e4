import type { Command } from 'commander'
import { readPlans, writePlans } from '../../service/plans/plans-file.ts'
import type { Context } from '../environment/context.ts'
import { print } from '../environment/terminal.ts'

/** `plans`: prints the plans in force. */
export function addPlansCommand(root: Command, { environment }: Context): void {
  root
    .command('plans')
    .description('print the plans in force, as a plans file')
    .addHelpText(
      'after',
      `
Plans are read from PLANS_FILE or, if it exists, DATA_DIR/service/plans.yaml; otherwise the built-in plans apply. A
running service rereads a changed file.

Examples:
  $ squaremetre plans > plans.yaml                   copy the plans in force and edit them,
  $ PLANS_FILE=plans.yaml squaremetre plans          check that the edited file is valid,
  $ PLANS_FILE=plans.yaml squaremetre service        and serve with it`,
    )
    .action(() => print(writePlans(readPlans(environment())).trimEnd()))
}
