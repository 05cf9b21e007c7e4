/** A request about accounts or tokens that cannot be met; the message says what would be right. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
}
