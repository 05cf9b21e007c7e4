import { type PanelTab, usePage } from './store.ts'

/** Shows a tab of the panel; on a phone, in its sheet. */
export function openTab(panelTab: PanelTab): void {
  usePage.getState().set({ panelTab, sheet: 'panel' })
}

/** Closes a phone's sheet. */
export function closeSheet(): void {
  usePage.getState().set({ sheet: null })
}
