import type { Command } from 'commander'
import { readPlans, writePlans } from '../../service/plans/plans-file.ts'
import type { Context } from '../environment/context.ts'
import { print } from '../environment/terminal.ts'

/** `plans`: what accounts may ask. */
export function addPlansCommand(root: Command, { environment }: Context): void {
  root
    .command('plans')
    .description('print the plans in force, as a plans file')
    .addHelpText(
      'after',
      `
Plans are read from PLANS_FILE, or from DATA_DIR/service/plans.yaml where that is there; else the shipped ones hold. A
service reads them when it starts.

Examples:
  $ squaremetre plans > plans.yaml                   start from the plans in force …
  $ PLANS_FILE=plans.yaml squaremetre plans          … see whether what was edited can be read …
  $ PLANS_FILE=plans.yaml squaremetre service        … and serve by it`,
    )
    .action(() => print(writePlans(readPlans(environment())).trimEnd()))
}
