import { t } from '../language/translate.ts'
import { describeFailure } from './describe-failure.ts'
import { Notice } from './Notice.tsx'

interface FailureNoticeProps {
  error: unknown
  onRetry?: () => void
}

/** A notice about a failed request, with the request id, and a retry if one can succeed. */
export function FailureNotice({ error, onRetry }: FailureNoticeProps) {
  const { words, requestId, canRetry } = describeFailure(error)
  return (
    <Notice
      kind={canRetry ? 'warning' : 'danger'}
      requestId={requestId}
      action={canRetry && onRetry ? { label: t('Try again'), onPress: onRetry } : null}
    >
      {words}
    </Notice>
  )
}
