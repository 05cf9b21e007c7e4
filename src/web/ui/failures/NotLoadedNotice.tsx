import { useEffect, useState } from 'react'
import { t } from '../../language/translate.ts'
import { isPageReplaced } from '../../requests/replaced-page.ts'
import { Notice } from './Notice.tsx'
import { notLoadedWords } from './not-loaded.ts'

/** Says why a part of the program did not arrive: because the page was replaced while it was open, or the connection failed. */
export function NotLoadedNotice({ part }: { part: string }) {
  const [isReplaced, setReplaced] = useState<boolean | null>(null)
  useEffect(() => {
    isPageReplaced().then(setReplaced)
  }, [])
  if (isReplaced === null) return <p role="status">{t('Loading…')}</p>
  return (
    <Notice kind="danger" action={{ label: t('Reload the page'), onPress: () => window.location.reload() }}>
      {notLoadedWords(part, isReplaced)}
    </Notice>
  )
}
