import { create } from 'zustand'
import { type DeviceSetting, deviceSetting } from './device-setting.ts'
import {
  parseSavedAreas,
  parseSavedViews,
  type Saved,
  type SavedArea,
  type SavedList,
  type SavedView,
} from './saved-list.ts'

const format = (list: SavedList<Saved>) => JSON.stringify(list)

/** The saved views; they never leave this device. */
export const savedViewsSetting = deviceSetting<SavedList<SavedView>>('squaremetre.saved', {
  parse: parseSavedViews,
  format,
})

/** The saved areas; they never leave this device. */
export const savedAreasSetting = deviceSetting<SavedList<SavedArea>>('squaremetre.saved-areas', {
  parse: parseSavedAreas,
  format,
})

export interface SavedState<Entry extends Saved> {
  list: SavedList<Entry>
  /** False while the browser does not store the list, which then lasts as long as the page. */
  isStored: boolean
  change: (change: (list: SavedList<Entry>) => SavedList<Entry>) => void
}

/** The saved views. */
export const useSavedViews = storeOf(savedViewsSetting)

/** The saved areas. */
export const useSavedAreas = storeOf(savedAreasSetting)

function storeOf<Entry extends Saved>(setting: DeviceSetting<SavedList<Entry>>) {
  return create<SavedState<Entry>>((set, get) => ({
    list: setting.read(),
    isStored: true,
    change: (change) => {
      const { isStored, list: shown } = get()
      // Another tab may have changed what is stored since it was read.
      const list = change(isStored ? setting.read() : shown)
      set({ list, isStored: setting.keep(list) })
    },
  }))
}
