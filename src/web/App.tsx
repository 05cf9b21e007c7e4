import { useEffect, useRef } from 'react'
import styles from './App.module.css'
import { AreaVoice } from './areas/chosen/AreaVoice.tsx'
import { PurchaseVoice } from './buying/PurchaseVoice.tsx'
import { CellVoice } from './cells/CellVoice.tsx'
import { useOtherTabsCurrency } from './currency/currency-choice.ts'
import { DesktopShell } from './DesktopShell.tsx'
import { EmbedShell } from './embed/EmbedShell.tsx'
import { ShortcutsDialog } from './help/ShortcutsDialog.tsx'
import { useHelpKeys } from './help/use-help-keys.ts'
import { t } from './language/translate.ts'
import { useTryAgainOnline } from './legend/use-try-again.ts'
import { useKnownChoices } from './lens/use-known-choices.ts'
import { MapSlot } from './MapSlot.tsx'
import { BaselineWatch } from './metric-choice/BaselineWatch.tsx'
import { showAddress } from './open-page.ts'
import { DropFile } from './own-areas/DropFile.tsx'
import { PhoneShell } from './PhoneShell.tsx'
import { FirstMarket } from './places/FirstMarket.tsx'
import { FitPlace } from './places/FitPlace.tsx'
import { ReportSlot } from './report/ReportSlot.tsx'
import { SkipLinks } from './SkipLinks.tsx'
import { followLinkedLanguage } from './state/device/language-choice.ts'
import { isEmbedded } from './state/embedded.ts'
import { usePage } from './state/store.ts'
import { useAddress } from './state/use-address.ts'
import { useOtherTabs } from './state/use-other-tabs.ts'
import { FitLink } from './subject/FitLink.tsx'
import { useTableKey } from './table/use-table-key.ts'
import { useIsPhone } from './ui/device/use-media.ts'
import { useThemeOnPage } from './ui/device/use-theme.ts'
import { keepFocus } from './ui/focus/kept-focus.ts'
import { PageTitle } from './voice/PageTitle.tsx'
import { ViewVoice } from './voice/ViewVoice.tsx'

/** The whole page: the map, with the panels of a desktop or a phone over it. */
export function App() {
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => (page.current ? keepFocus(page.current) : undefined), [])
  useEffect(followLinkedLanguage, [])
  useThemeOnPage()
  useOtherTabs()
  useOtherTabsCurrency()
  useTableKey()
  useHelpKeys()
  useKnownChoices()
  useTryAgainOnline()
  const isPhone = useIsPhone()
  const openedWith = usePage((page) => page.openedWith)
  const place = useAddress((address) => address.place)
  const placeToFit = usePage((page) => page.placeToFit)
  const isRightOpen = useAddress((address) => address.cell !== null)
  const isTableOpen = useAddress((address) => address.table)
  // A link may be about a compared place alone.
  const fitted = place ?? placeToFit
  return (
    <div
      ref={page}
      className={styles.page}
      data-right-open={(!isPhone && !isEmbedded && isRightOpen) || undefined}
      data-table-open={(!isPhone && !isEmbedded && isTableOpen) || undefined}
    >
      <PageTitle />
      {!isEmbedded && <SkipLinks />}
      <header className={styles.spoken}>
        <h1>{t('Squaremetre: what property costs, hexagon by hexagon')}</h1>
      </header>
      <Shell />
      <main data-tour="hexagons" className={styles.map} aria-label={t('Map')}>
        <MapSlot />
      </main>
      <ShortcutsDialog />
      <ReportSlot />
      <DropFile />
      <BaselineWatch />
      <CellVoice />
      <ViewVoice />
      <AreaVoice />
      <PurchaseVoice />
      {openedWith === 'nothing' && <FirstMarket />}
      <FitLink />
      {fitted !== null && <FitPlace key={fitted} place={fitted} />}
    </div>
  )
}

function Shell() {
  const isPhone = useIsPhone()
  if (isEmbedded) return <EmbedShell onShow={showAddress} />
  return isPhone ? <PhoneShell /> : <DesktopShell />
}
