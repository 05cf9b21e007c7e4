import { create } from 'zustand'
import { deviceSetting } from './device-setting.ts'

/** Whether the viewer of this device has taken the tour or declined it. */
const seenSetting = deviceSetting<boolean>('squaremetre.tour', {
  parse: (raw) => raw === 'seen',
  format: (isSeen) => (isSeen ? 'seen' : ''),
})

interface TourState {
  /** True until the tour was taken or declined, on this device for good. */
  isOffered: boolean
  /** The stop that is shown, 0-based; null outside the tour. */
  stop: number | null
  /** Goes to a stop; null ends the tour. */
  go: (stop: number | null) => void
}

/** The tour of the page. */
export const useTour = create<TourState>((set) => ({
  isOffered: !seenSetting.read(),
  stop: null,
  go: (stop) => {
    seenSetting.keep(true)
    set({ stop, isOffered: false })
  },
}))
