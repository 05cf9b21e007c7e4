import { create } from 'zustand'
import { type SpendingMode, spendingMode } from '../../contract/proxy-api.ts'

const STORAGE_KEY = 'squaremetre.spending'

/** Returns the viewer's choice on this device; `buy` when there is none or storage is blocked. */
export function readSpendingChoice(storage: Pick<Storage, 'getItem'>): SpendingMode {
  try {
    return spendingMode.catch('buy').parse(storage.getItem(STORAGE_KEY))
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
    return 'buy'
  }
}

function keepSpendingChoice(storage: Pick<Storage, 'setItem'>, choice: SpendingMode): void {
  try {
    storage.setItem(STORAGE_KEY, choice)
  } catch {
    // Storage is full or blocked: the choice lasts as long as the page.
  }
}

interface SpendingChoice {
  choice: SpendingMode
  choose: (choice: SpendingMode) => void
}

/** The viewer's own spending mode, kept on the device. The operator's wins when it is stricter. */
export const useSpendingChoice = create<SpendingChoice>((set) => ({
  choice: typeof window === 'undefined' ? 'buy' : readSpendingChoice({ getItem: (key) => localStorage.getItem(key) }),
  choose: (choice) => {
    keepSpendingChoice({ setItem: (key, value) => localStorage.setItem(key, value) }, choice)
    set({ choice })
  },
}))
