import { Monitor, Moon, Sun } from 'lucide-react'
import { t } from '../language/translate.ts'
import { THEMES, type Theme } from '../state/address/address.ts'
import { chooseTheme } from '../state/theme-choice.ts'
import { useAddress } from '../state/use-address.ts'
import { IconButton } from '../ui/controls/Button.tsx'

const ICONS: Readonly<Record<Theme, typeof Sun>> = { system: Monitor, light: Sun, dark: Moon }

/** Steps through the themes: system, light, dark. */
export function ThemeButton() {
  const theme = useAddress((address) => address.theme)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  const Icon = ICONS[theme]
  return (
    <IconButton
      label={t('Theme: {theme}. Change to {next}', { theme: themeWord(theme), next: themeWord(next) })}
      onPress={() => chooseTheme(next)}
    >
      <Icon size={16} aria-hidden />
    </IconButton>
  )
}

/** The name of a theme within a sentence. */
function themeWord(theme: Theme): string {
  switch (theme) {
    case 'system':
      return t('system')
    case 'light':
      return t('light')
    case 'dark':
      return t('dark')
  }
}
