import { useEffect, useState } from 'react'
import { t } from '../../language/translate.ts'
import { isPageReplaced } from '../../requests/replaced-page.ts'
import { Notice } from './Notice.tsx'

/** Says why a part of the program did not arrive: because the page was replaced while it was open, or the connection failed. */
export function NotLoadedNotice({ part }: { part: string }) {
  const [isReplaced, setReplaced] = useState<boolean | null>(null)
  useEffect(() => {
    isPageReplaced().then(setReplaced)
  }, [])
  if (isReplaced === null) return <p role="status">{t('Loading…')}</p>
  return (
    <Notice kind="danger" action={{ label: t('Reload the page'), onPress: () => window.location.reload() }}>
      {isReplaced
        ? t(
            '{part} belongs to a version of this page that has been replaced by a newer one. Reloading opens the newer one and keeps the view, and figures already paid for are not bought again.',
            { part },
          )
        : t(
            '{part} could not be loaded. Check the connection. Reloading keeps the view, and figures already paid for are not bought again.',
            { part },
          )}
    </Notice>
  )
}
