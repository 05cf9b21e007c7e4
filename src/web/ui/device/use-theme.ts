import { useLayoutEffect } from 'react'
import type { Theme } from '../../state/address/address.ts'
import { usePage } from '../../state/store.ts'
import { useAddress } from '../../state/use-address.ts'
import { useMedia } from './use-media.ts'

/** Returns the theme to draw: the address's, or the system's when the address leaves it open; light for what is to be printed. */
export function useTheme(): Exclude<Theme, 'system'> {
  const asked = useAddress((address) => address.theme)
  const isForPaper = usePage((page) => page.isReportOpen || page.isPrinting)
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  if (isForPaper) return 'light'
  if (asked !== 'system') return asked
  return systemIsDark ? 'dark' : 'light'
}

/** Sets `data-theme` on <html>, which all style sheets take their colours from, to the theme in force. */
export function useThemeOnPage(): void {
  const theme = useTheme()
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
}
