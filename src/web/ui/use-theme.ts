import { useLayoutEffect } from 'react'
import type { Theme } from '../state/address.ts'
import { useAddress } from '../state/use-address.ts'
import { useMedia } from './use-media.ts'

/** The theme that is drawn: the address's, or the system's where the address leaves it open. */
export function useTheme(): Exclude<Theme, 'system'> {
  const asked = useAddress((address) => address.theme)
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  if (asked !== 'system') return asked
  return systemIsDark ? 'dark' : 'light'
}

/** Keeps `data-theme` on <html>, from which all style sheets take their colours, equal to `useTheme`. */
export function useThemeOnPage(): void {
  const theme = useTheme()
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
}
