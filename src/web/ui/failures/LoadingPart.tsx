import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../language/translate.ts'
import { Notice } from './Notice.tsx'

/** Milliseconds after which a part of the program that is still loading is called late. */
const LATE_MS = 20_000

interface LoadingPartProps {
  /** The part of the page, as the start of a sentence: `The map`. */
  part: string
  /** What stands in its place until it is late. */
  children: ReactNode
}

/** What stands in place of a part of the page while its program loads. It may still come after it is called late. */
export function LoadingPart({ part, children }: LoadingPartProps) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return children
  return (
    <Notice kind="warning" action={{ label: t('Reload the page'), onPress: () => window.location.reload() }}>
      {t(
        '{part} is taking a long time to load. Check the connection. Reloading keeps the view, and figures already paid for are not bought again.',
        { part },
      )}
    </Notice>
  )
}
