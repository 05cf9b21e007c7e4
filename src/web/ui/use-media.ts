import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches now; renders again when that changes. */
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

/** True where panels become bottom sheets. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 640px)')
}
