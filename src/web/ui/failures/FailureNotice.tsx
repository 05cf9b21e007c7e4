import { t } from '../../language/translate.ts'
import { RequestError } from '../../requests/http.ts'
import { describeFailure } from './describe-failure.ts'
import { Notice } from './Notice.tsx'
import { NotLoadedNotice } from './NotLoadedNotice.tsx'
import { isNotLoaded } from './not-loaded.ts'

interface FailureNoticeProps {
  error: unknown
  onRetry?: () => void
  /** True while the request is repeated; for notices that stay until it returns. */
  isRetrying?: boolean
}

/** A notice about a failed request, with the request id, and a retry if one can succeed. */
export function FailureNotice({ error, onRetry, isRetrying = false }: FailureNoticeProps) {
  if (isNotLoaded(error)) return <NotLoadedNotice part={t('This part of the page')} />
  const { words, requestId, canRetry } = describeFailure(error)
  const label = isRetrying ? t('Trying again…') : t('Try again')
  const again = canRetry && onRetry ? { label, onPress: onRetry, isBusy: isRetrying } : null
  // People sign in on a page that the browser opens. The request is also repeated until they have, in this tab or another.
  const reload = { label: t('Reload the page'), onPress: () => window.location.reload() }
  return (
    <Notice kind={canRetry ? 'warning' : 'danger'} requestId={requestId} action={isSignedOut(error) ? reload : again}>
      {words}
    </Notice>
  )
}

function isSignedOut(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'sign_in_needed'
}
