import { type PanelTab, type SheetOpener, usePage } from './store.ts'

/**
 * Shows a tab of the panel; on a phone, in its sheet, which takes the focus when a button opens it. Beside another tab than the
 * areas', a place that is found is opened again.
 */
export function openTab(panelTab: PanelTab, sheetOpener: SheetOpener | null = null): void {
  const choosing = panelTab === 'compare' ? {} : { isChoosingArea: false }
  usePage.getState().set({ panelTab, sheet: 'panel', sheetOpener, ...choosing })
}

/** Closes a phone's sheet. */
export function closeSheet(): void {
  usePage.getState().set({ sheet: null })
}
