import { hasAccounts } from '../../service/accounts/accounts.ts'
import type { Environment } from '../environment/environment.ts'
import { say } from '../environment/terminal.ts'

/** Says that nobody has a token yet, or that the accounts are elsewhere: clients would only see that theirs is refused. */
export async function warnWithoutAccounts({ dataDir, accountsUrl }: Environment): Promise<void> {
  if (await hasAccounts({ dataDir, accountsUrl })) return
  const place = accountsUrl === null ? dataDir : 'the database of ACCOUNTS_URL'
  say(
    `There are no accounts in ${place}, so every token is refused. "squaremetre account create" and "squaremetre token create" add them, also while the service is running.`,
  )
}
