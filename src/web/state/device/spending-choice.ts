import { create } from 'zustand'
import { type SpendingMode, spendingMode } from '../../../contract/proxy-api.ts'
import { deviceSetting } from './device-setting.ts'

/** The viewer's own spending mode on this device; `buy` when there is none. */
export const spendingSetting = deviceSetting<SpendingMode>('squaremetre.spending', {
  parse: (raw) => spendingMode.catch('buy').parse(raw),
  format: (choice) => choice,
})

interface SpendingChoice {
  choice: SpendingMode
  choose: (choice: SpendingMode) => void
}

/** The viewer's own spending mode. The operator's wins when it is stricter. */
export const useSpendingChoice = create<SpendingChoice>((set) => ({
  choice: spendingSetting.read(),
  choose: (choice) => {
    spendingSetting.keep(choice)
    set({ choice })
  },
}))
