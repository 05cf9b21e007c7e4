import { useCallback, useSyncExternalStore } from 'react'

/** Returns whether a media query matches; re-renders when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

const PHONE = '(max-width: 640px)'

/** True on screens so narrow that panels become bottom sheets. */
export function useIsPhone(): boolean {
  return useMedia(PHONE)
}

/** The same now, for use outside React. */
export function isPhone(): boolean {
  return window.matchMedia(PHONE).matches
}
