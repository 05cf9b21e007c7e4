import { t } from '../../language/translate.ts'
import { RequestError } from '../../requests/http.ts'
import { mayPass } from '../../requests/query-client.ts'
import { failureWords } from './failure.ts'
import { refusalWords } from './refusal-words.ts'

/** A failure in words for the viewer. */
interface Failure {
  /** One or two sentences: what is wrong and what to do. */
  readonly words: string
  readonly requestId: string | null
  /** True when a retry can succeed. */
  readonly canRetry: boolean
}

/** Returns why a query failed. */
export function describeFailure(error: unknown): Failure {
  if (!(error instanceof RequestError)) {
    const reason = error instanceof Error ? error.message : String(error)
    return { words: t('This part of the page failed: {reason}', { reason }), requestId: null, canRetry: true }
  }
  const { code, message, envelope, retryAfterS } = error
  const refusal = error.refusal()
  return {
    words: refusal ? refusalWords(refusal) : failureWords(code, { message, resetsAt: null, retryAfterS }),
    requestId: envelope?.request_id ?? null,
    canRetry: mayPass(error),
  }
}
