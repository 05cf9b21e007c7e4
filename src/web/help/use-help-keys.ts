import { usePage } from '../state/store.ts'
import { useKey } from '../ui/focus/use-key.ts'

/** Lets the key ? show the shortcuts, and / lead to the search. */
export function useHelpKeys(): void {
  useKey('?', showShortcuts)
  useKey('/', goToSearch)
}

function showShortcuts(): void {
  usePage.getState().set({ isShortcutsOpen: true })
}

function goToSearch(): void {
  document.querySelector<HTMLElement>('[data-tour~=search] input')?.focus()
}
