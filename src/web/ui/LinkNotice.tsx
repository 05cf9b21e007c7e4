import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { Notice } from './failures/Notice.tsx'
import { Panel } from './Panel.tsx'

/** Says which parts of the opened link could not be read; nothing once dismissed. */
export function LinkNotice() {
  const brokenParts = usePage((page) => page.brokenParts)
  if (brokenParts.length === 0) return null
  const dismiss = () => usePage.getState().set({ brokenParts: [] })
  return (
    <Panel label={t('About the link')} bare>
      <Notice kind="info" action={{ label: t('Dismiss'), onPress: dismiss }}>
        {brokenParts.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
    </Panel>
  )
}
