/** A change to accounts or tokens that is not possible; the message says what to do instead. */
export class AccountError extends Error {
  override readonly name: string = 'AccountError'
}

/** A value that no account can have, whatever accounts there are. */
export class InvalidAccountValue extends AccountError {
  override readonly name = 'InvalidAccountValue'
}

/** The store of accounts cannot be reached at the moment; nothing is known of the token, link or session. */
export class AccountsUnreachable extends Error {
  override readonly name = 'AccountsUnreachable'
}
