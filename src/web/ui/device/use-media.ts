import { useCallback, useSyncExternalStore } from 'react'

const known = new Map<string, MediaQueryList>()

/** Made once: every component that asks would have it parsed in every render. */
function mediaOf(query: string): MediaQueryList {
  const media = known.get(query) ?? window.matchMedia(query)
  known.set(query, media)
  return media
}

/** What matched when the browser began to print, by query. */
const onPaper = new Map<string, boolean>()
globalThis.window?.addEventListener('beforeprint', () => {
  for (const [query, media] of known) onPaper.set(query, media.matches)
})
globalThis.window?.addEventListener('afterprint', () => onPaper.clear())

/**
 * Returns whether a media query matches; re-renders when that changes. While the browser prints, what is on the screen counts
 * and not the size of the paper: pages are counted first, and what the page shows more of afterwards would be cut off.
 */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = mediaOf(query)
      media.addEventListener('change', listener)
      // What changed during the print counts now.
      window.addEventListener('afterprint', listener)
      return () => {
        media.removeEventListener('change', listener)
        window.removeEventListener('afterprint', listener)
      }
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => onPaper.get(query) ?? mediaOf(query).matches)
}

// The style sheets have the same words.
const PHONE = '(max-width: 640px), (max-height: 500px)'

const LOW = '(max-height: 820px)'

/** True in windows so low that the legend closes, to leave room for the panel above it. */
export function useIsLow(): boolean {
  return useMedia(LOW)
}

/** A desktop's usual height. */
const USUAL = '(max-height: 960px)'

/** True in windows of usual height or lower, where the whole legend leaves at most half of the height to the panel above it. */
export function useIsUsualHeight(): boolean {
  return useMedia(USUAL)
}

/** True on screens so narrow or so low that panels become sheets: phones, also on their side, and enlarged pages. */
export function useIsPhone(): boolean {
  return useMedia(PHONE)
}

/** True where what is pressed has to be as large as a finger: on phones, and on tablets with a desktop's panels. */
export function useIsTouched(): boolean {
  return useMedia(`${PHONE}, (pointer: coarse)`)
}

/** True while the window is higher than wide, as a phone that is held upright. */
export function useIsUpright(): boolean {
  return useMedia('(orientation: portrait)')
}

/** The same as `useIsPhone` now, for use outside React. */
export function isPhone(): boolean {
  return mediaOf(PHONE).matches
}
