import { ERROR_STATUS, type ErrorCode } from '../../../contract/service/errors.ts'
import type { StrangeRules } from './rules.ts'

interface Details {
  readonly headers?: Record<string, string>
  /** Keys of the envelope beside the usual ones. */
  readonly parameter?: string
  readonly limit?: number
  readonly did_you_mean?: readonly string[]
}

/** Ends a request with a refusal in the interface's envelope. */
export class Refused extends Error {
  readonly code: string
  readonly status: number
  readonly details: Details

  constructor(code: string, details: Details = {}, status: number = ERROR_STATUS[code as ErrorCode] ?? 500) {
    super(`refused with ${code}`)
    this.code = code
    this.status = status
    this.details = details
  }
}

/** Returns a refusal's envelope. A careless service may echo the credential; the proxy must not pass it on. */
export function envelopeOf({ code, details }: Refused, rules: StrangeRules, token: string): unknown {
  const { headers: _, limit, ...more } = details
  return rules.wrapRefusal({
    error: code,
    message: `Refused (credential ${token}).`,
    docs_url: 'https://service.example/docs',
    request_id: 'req-1',
    unknown_key: true,
    ...more,
    ...(limit !== undefined && { limit: rules.numbersAsText ? String(limit) : limit }),
    ...rules.refusalExtras,
  })
}
