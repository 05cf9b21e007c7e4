import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure'
import { Heading } from 'react-aria-components/Heading'
import { firstLens } from '../../contract/service/filters/first-lens.ts'
import { type Lens, lensKey } from '../../domain/lens.ts'
import { CurrencyField } from '../currency/CurrencyField.tsx'
import { CurrencyNotice } from '../currency/CurrencyNotice.tsx'
import { filtersOptions } from '../free/filters.ts'
import { t } from '../language/translate.ts'
import { MetricControl } from '../metric-choice/MetricControl.tsx'
import { setAddress, useAddress } from '../state/use-address.ts'
import { Button as WordButton } from '../ui/controls/Button.tsx'
import { useIsPhone } from '../ui/device/use-media.ts'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useViewCells } from '../view/view-cells.ts'
import { LensField } from './LensField.tsx'
import styles from './LensPanel.module.css'
import { type LensControl, lensControls } from './lens-controls.ts'
import { ResolutionField } from './ResolutionField.tsx'

function changeLens(lens: Lens): void {
  setAddress({ lens }, 'push')
}

/** The filters, built from the service's own list, and the metric that colours the map. */
export function LensPanel() {
  const filters = useQuery(filtersOptions)
  const isPhone = useIsPhone()
  const defaults = useViewCells()?.edition?.defaults
  const controls = filters.data ? lensControls(filters.data.filters, defaults) : []
  const isChoice = (control: LensControl) => control.kind === 'few' || control.kind === 'many'
  const rest = <Rest controls={controls.filter((control) => !isChoice(control))} />
  return (
    <Panel label={t('Filters')}>
      <div className={styles.body}>
        {filters.isPending && <div className={styles.skeleton} aria-hidden />}
        {filters.isLoadingError && <FailureNotice error={filters.error} onRetry={() => void filters.refetch()} />}
        <Fields controls={controls.filter(isChoice)} />
        <MetricControl />
        {/* A phone's sheet scrolls, so nothing is folded away. */}
        {isPhone ? rest : <MoreFields>{rest}</MoreFields>}
        <CurrencyNotice />
        <ResetButton />
      </div>
    </Panel>
  )
}

function Fields({ controls }: { controls: readonly LensControl[] }) {
  const lens = useAddress((address) => address.lens)
  if (controls.length === 0) return null
  return (
    <div className={styles.fields}>
      {controls.map((control) => (
        <div
          key={control.kind === 'range' ? control.min.parameter : control.parameter}
          className={styles[control.kind]}
        >
          <LensField control={control} lens={lens} onChange={changeLens} />
        </div>
      ))}
    </div>
  )
}

function Rest({ controls }: { controls: readonly LensControl[] }) {
  return (
    <>
      <Fields controls={controls} />
      <CurrencyField />
      <ResolutionField />
    </>
  )
}

function MoreFields({ children }: { children: React.ReactNode }) {
  // The fields are built when first wanted; before, they would only slow down opening the page.
  const [wasOpened, setOpened] = useState(false)
  return (
    <Disclosure className={styles.more ?? ''} onExpandedChange={() => setOpened(true)}>
      <Heading level={2} className={styles.moreHeading ?? ''}>
        <Button slot="trigger" className={styles.moreTrigger ?? ''}>
          {t('Price and detail')}
          <ChevronDown size={14} aria-hidden className={styles.moreChevron} />
        </Button>
      </Heading>
      <DisclosurePanel className={styles.morePanel ?? ''}>
        {wasOpened && <div className={styles.moreBody}>{children}</div>}
      </DisclosurePanel>
    </Disclosure>
  )
}

function ResetButton() {
  const first = firstLens(useQuery(filtersOptions).data?.filters ?? [])
  const isChanged = useAddress((address) => lensKey(address.lens) !== lensKey(first))
  if (!isChanged) return null
  return (
    <WordButton look="link" onPress={() => changeLens(first)}>
      {t('Reset the filters')}
    </WordButton>
  )
}
