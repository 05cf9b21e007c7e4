import { create } from 'zustand'
import { deviceSetting } from './device-setting.ts'
import { parseSaved, type SavedList } from './saved-list.ts'

/** The saved views on this device; they are sent nowhere. */
export const savedSetting = deviceSetting<SavedList>('squaremetre.saved', {
  parse: parseSaved,
  format: (list) => JSON.stringify(list),
})

interface SavedState {
  list: SavedList
  change: (change: (list: SavedList) => SavedList) => void
}

/** The saved views. Another tab may have changed them since they were read. */
export const useSaved = create<SavedState>((set) => ({
  list: savedSetting.read(),
  change: (change) => {
    const list = change(savedSetting.read())
    savedSetting.keep(list)
    set({ list })
  },
}))
