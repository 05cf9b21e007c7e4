import { t } from '../language/translate.ts'
import { Notice } from '../ui/failures/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { hideStreets, hostOf, useStreets } from './streets-state.ts'
import { streetsWords } from './streets-words.ts'

/** Says why there are no streets on the map although they are wanted; nothing once dismissed. */
export function StreetsNotice() {
  const { wanted, progress } = useStreets()
  if (wanted === null || typeof progress === 'string') return null
  return (
    <Panel label={t('Streets')} bare>
      <Notice kind="warning" action={{ label: t('Dismiss'), onPress: hideStreets }}>
        <p>{streetsWords(progress, hostOf(wanted))}</p>
      </Notice>
    </Panel>
  )
}
