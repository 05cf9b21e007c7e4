import { create } from 'zustand'
import { type SpendingMode, spendingMode } from '../../contract/proxy-api.ts'

const STORAGE_KEY = 'squaremetre.spending'

/** What the viewer chose on this device; `buy` where nothing was, or storage is forbidden. */
export function readSpendingChoice(storage: Pick<Storage, 'getItem'>): SpendingMode {
  try {
    return spendingMode.catch('buy').parse(storage.getItem(STORAGE_KEY))
  } catch {
    // Storage may be blocked: the choice then lasts as long as the page.
    return 'buy'
  }
}

function keepSpendingChoice(storage: Pick<Storage, 'setItem'>, choice: SpendingMode): void {
  try {
    storage.setItem(STORAGE_KEY, choice)
  } catch {
    // Full or forbidden storage forgets the choice with the page.
  }
}

interface SpendingChoice {
  choice: SpendingMode
  choose: (choice: SpendingMode) => void
}

/** The viewer's own mode of spending, kept on the device. The operator's may be stricter, and then counts. */
export const useSpendingChoice = create<SpendingChoice>((set) => ({
  choice: typeof window === 'undefined' ? 'buy' : readSpendingChoice({ getItem: (key) => localStorage.getItem(key) }),
  choose: (choice) => {
    keepSpendingChoice({ setItem: (key, value) => localStorage.setItem(key, value) }, choice)
    set({ choice })
  },
}))
