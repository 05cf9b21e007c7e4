import type { Address } from '../state/address/address.ts'
import { closeSheet, openTab } from '../state/panel-tab.ts'
import { type PanelTab, type PhoneSheet, usePage } from '../state/store.ts'
import { getAddress, subscribeAddress } from '../state/use-address.ts'
import { hasWebGl } from '../ui/device/has-web-gl.ts'

/** What the viewer has chosen, as text that is the same while the choice is. */
interface Choices {
  readonly cell: string | null
  /** The colours of the compared areas; null without any. */
  readonly areas: string | null
  readonly place: string | null
  readonly table: string | null
  /** Whether the only area is what the map's differences are from, which is chosen beside the metric. */
  readonly isOfMetric: boolean
}

type Choice = Exclude<keyof Choices, 'isOfMetric'>

/**
 * Shows the tab for what the address names, then each new choice in its tab or a phone's sheet, and closes the sheet of
 * a choice that is gone. Returns a function that stops it.
 */
export function followChoices(): () => void {
  let before = choicesOf(getAddress())
  usePage.getState().set({ panelTab: tabOf(before), sheet: sheetOf(before) })
  return subscribeAddress(() => {
    const now = choicesOf(getAddress())
    follow(before, now)
    before = now
  })
}

function choicesOf({ cell, areas, place, table, metric }: Address): Choices {
  return {
    cell,
    areas:
      areas.length === 0
        ? null
        : areas
            .map(({ color }) => color)
            .toSorted()
            .join(''),
    place,
    table: table && hasWebGl() ? 'open' : null,
    isOfMetric: metric === 'difference' && areas.length === 1,
  }
}

/** The tab that a link opens with. */
function tabOf({ areas, place }: Choices): PanelTab {
  if (areas !== null) return 'compare'
  return place === null ? 'map' : 'places'
}

/** The sheet that a phone opens for a link, so that the link's subject is in sight. */
function sheetOf({ table, cell, areas, place, isOfMetric }: Choices): PhoneSheet | null {
  if (table !== null) return 'table'
  if (cell !== null) return 'cell'
  return place !== null || (areas !== null && !isOfMetric) ? 'panel' : null
}

function follow(before: Choices, now: Choices): void {
  const isNew = (choice: Choice) => now[choice] !== null && now[choice] !== before[choice]
  const isGone = (choice: Choice) => now[choice] === null && before[choice] !== null
  const { panelTab, sheet } = usePage.getState()
  const shown = sheet === 'panel' ? panelTab : sheet
  // An area that is removed or changed by its handles opens nothing.
  if (!now.isOfMetric && (now.areas?.length ?? 0) > (before.areas?.length ?? 0)) openTab('compare')
  else if (isNew('place')) openTab('places')
  else if (SHEETS.some(([choice, of]) => shown === of && isGone(choice))) closeSheet()
  if (isNew('cell')) usePage.getState().set({ sheet: 'cell' })
  else if (isNew('table')) usePage.getState().set({ sheet: 'table' })
}

/** Where each choice is shown on a phone. */
const SHEETS: readonly (readonly [Choice, PhoneSheet | PanelTab])[] = [
  ['cell', 'cell'],
  ['place', 'places'],
  ['table', 'table'],
]
