import { type PanelTab, usePage } from './store.ts'

/** Shows a tab of the panel; on a phone, in its sheet. Beside another tab than the areas', a place that is found is opened again. */
export function openTab(panelTab: PanelTab): void {
  const choosing = panelTab === 'compare' ? {} : { isChoosingArea: false }
  usePage.getState().set({ panelTab, sheet: 'panel', ...choosing })
}

/** Closes a phone's sheet. */
export function closeSheet(): void {
  usePage.getState().set({ sheet: null })
}
