/** A change to accounts or tokens that is not possible; the message says what to do instead. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
}
