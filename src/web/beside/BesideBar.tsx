import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { filtersOptions } from '../free/filters.ts'
import { useAsOf } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { useLocale } from '../language/use-locale.ts'
import { earlierLabels, offeredPeriods } from '../periods/offered-periods.ts'
import { useEarlierInView } from '../periods/use-earlier-in-view.ts'
import { besideText, type Split } from '../state/address/beside.ts'
import { usePage } from '../state/store.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { IconButton } from '../ui/controls/Button.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { SelectField } from '../ui/controls/SelectField.tsx'
import { useIsPhone } from '../ui/device/use-media.ts'
import { Panel } from '../ui/Panel.tsx'
import styles from './BesideBar.module.css'
import { besideOptions, ownOption } from './beside-options.ts'
import { useHasTwoScales } from './use-beside-patch.ts'

/** What the second map shows and how the two lie; nothing while there is one map. */
export function BesideBar() {
  const isOpen = usePage((page) => page.isBesideOpen)
  const isTwo = useAddress((address) => address.beside !== null)
  return isOpen || isTwo ? <OpenBar /> : null
}

function OpenBar() {
  const beside = useAddress((address) => address.beside)
  const split = useAddress((address) => address.split)
  const lens = useAddress((address) => address.lens)
  const hasTwoScales = useHasTwoScales()
  const isPhone = useIsPhone()
  const served = useAsOf() ?? null
  const { answer } = useEarlierInView(useMemo(() => earlierLabels(served), [served]))
  const loaded = useQuery(filtersOptions).data?.filters
  const locale = useLocale()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels follow the language
  const options = useMemo(() => {
    const filters = loaded ?? []
    const offered = besideOptions(filters, lens, answer ? offeredPeriods(answer) : [])
    const isThere = beside === null || offered.some(({ value }) => value === besideText(beside))
    return isThere ? offered : [ownOption(filters, beside), ...offered]
  }, [loaded, lens, answer, beside, locale])
  // A link opens the bar too, and leaves the focus where it is.
  const [wasPressed] = useState(() => usePage.getState().isBesideOpen)
  return (
    <div className={styles.bar} data-testid="two-maps">
      <Panel label={t('Two maps')} bare takesFocus={wasPressed} onClose={closeBeside} openedBy="two-maps">
        <div className={styles.content}>
          <div className={styles.choice}>
            <SelectField
              label={t('Second map')}
              options={options}
              value={beside === null ? '' : besideText(beside)}
              onChange={(value) => {
                const chosen = options.find((option) => option.value === value)
                if (chosen) setAddress({ beside: chosen.beside }, 'push')
              }}
            />
          </div>
          {!isPhone && (
            <Segmented<Split>
              label={t('Layout of the maps')}
              options={[
                { value: 'side', label: t('Side by side') },
                { value: 'swipe', label: t('Swipe') },
              ]}
              value={split}
              onChange={(next) => setAddress({ split: next }, 'push')}
            />
          )}
        </div>
        <p className={styles.quiet}>
          {/* A phone needs the room for its maps. */}
          {!isPhone &&
            (hasTwoScales
              ? t(
                  'Both maps show the same place. Sale prices and monthly rents are far apart, so each map has its own classes.',
                )
              : t('Both maps show the same place, with the same classes.'))}
        </p>
        <div className={styles.close}>
          <IconButton label={t('Show one map')} onPress={closeBeside}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      </Panel>
    </div>
  )
}

/** Goes back to one map. */
export function closeBeside(): void {
  usePage.getState().set({ isBesideOpen: false })
  setAddress({ beside: null }, 'push')
}
