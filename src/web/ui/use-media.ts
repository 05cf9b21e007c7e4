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

/** True on screens so narrow that panels become bottom sheets. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 640px)')
}
