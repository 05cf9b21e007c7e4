/** A value read from a request, or the unreadable parameter and what was expected. */
export type Parsed<T> = { kind: 'ok'; value: T } | Invalid

export interface Invalid {
  readonly kind: 'invalid'
  readonly parameter: string
  readonly message: string
}

export function invalid(parameter: string, message: string): Invalid {
  return { kind: 'invalid', parameter, message }
}
