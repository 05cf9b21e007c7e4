import { parseTheme, type Theme } from './address/address.ts'
import { deviceSetting } from './device/device-setting.ts'
import { setAddress } from './use-address.ts'

/** The theme last chosen on this device, for addresses without one. `public/theme.js` reads it before the first paint. */
export const themeSetting = deviceSetting<Theme>('squaremetre.theme', {
  parse: (raw) => parseTheme(raw) ?? 'system',
  format: (theme) => theme,
})

/** Shows a theme, and keeps it for the next visit. */
export function chooseTheme(theme: Theme): void {
  themeSetting.keep(theme)
  setAddress({ theme }, 'replace')
}

/** Opens the page in the theme last chosen, unless the address names one. */
export function openInRememberedTheme(): void {
  if (parseTheme(new URLSearchParams(window.location.search).get('theme')) === null)
    setAddress({ theme: themeSetting.read() }, 'replace')
}
