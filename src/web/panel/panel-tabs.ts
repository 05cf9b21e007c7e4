import { ChartNoAxesGantt, type LucideIcon, Map as MapIcon, MapPin } from 'lucide-react'
import type { ComponentType } from 'react'
import { t } from '../language/translate.ts'
import { LensPanel } from '../lens/LensPanel.tsx'
import type { PanelTab } from '../state/store.ts'
import { later } from '../ui/failures/later.tsx'

const PlacesContent = later(() => import('./PlacesContent.tsx').then(({ PlacesContent: component }) => component))
const CompareTab = later(() => import('../tray/CompareTab.tsx').then(({ CompareTab: component }) => component))

interface TabContent {
  /** In the language of the page. */
  readonly label: () => string
  readonly icon: LucideIcon
  readonly Content: ComponentType
}

/** What each tab is called and shows. */
export const TAB_CONTENTS: Readonly<Record<PanelTab, TabContent>> = {
  map: { label: () => t('Map'), icon: MapIcon, Content: LensPanel },
  places: { label: () => t('Places'), icon: MapPin, Content: PlacesContent },
  compare: { label: () => t('Compare'), icon: ChartNoAxesGantt, Content: CompareTab },
}
