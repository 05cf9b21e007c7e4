import { HelpButtons } from '../help/HelpButtons.tsx'
import { t } from '../language/translate.ts'
import { SavedContent } from '../saved/SavedContent.tsx'
import { Share } from '../share/Share.tsx'
import { SpendingDetails } from '../spending/SpendingDetails.tsx'
import { setAddress, useAddress } from '../state/use-address.ts'
import { StreetsChoice } from '../streets/StreetsChoice.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { useHasWebGl } from '../ui/device/use-has-web-gl.ts'
import { Panel } from '../ui/Panel.tsx'
import { AboutText } from './AboutText.tsx'
import { MeterPanel } from './MeterPanel.tsx'
import styles from './MeterSheet.module.css'
import { Settings } from './Settings.tsx'

const themeOptions = () =>
  [
    { value: 'system', label: t('System') },
    { value: 'light', label: t('Light') },
    { value: 'dark', label: t('Dark') },
  ] as const

/** A phone's sheet with the contents of a desktop's top right corner. */
export function MeterSheet({ onClose }: { onClose: () => void }) {
  const canDrawMap = useHasWebGl()
  const theme = useAddress((address) => address.theme)
  return (
    <Panel title={t('Calls and settings')} onClose={onClose} takesFocus openedBy="meter">
      <div className={styles.body}>
        <MeterPanel />
        <h3>{t('Share and export')}</h3>
        <Share onReport={onClose} />
        <h3>{t('Saved views and areas')}</h3>
        <SavedContent onOpened={onClose} />
        <h3>{t('Calls and spending')}</h3>
        <SpendingDetails />
        <h3>{t('Theme')}</h3>
        <Segmented
          label={t('Theme')}
          options={themeOptions()}
          value={theme}
          onChange={(next) => setAddress({ theme: next }, 'replace')}
        />
        {canDrawMap && (
          <>
            <h3>{t('Map background')}</h3>
            <StreetsChoice />
          </>
        )}
        <h3>{t('Language and units')}</h3>
        <Settings />
        <h3>{t('About these figures')}</h3>
        <AboutText />
        <HelpButtons onChosen={onClose} />
      </div>
    </Panel>
  )
}
