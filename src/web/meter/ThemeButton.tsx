import { Monitor, Moon, Sun } from 'lucide-react'
import { THEMES, type Theme } from '../state/address.ts'
import { chooseTheme } from '../state/theme-choice.ts'
import { useAddress } from '../state/use-address.ts'
import { IconButton } from '../ui/Button.tsx'

const ICONS: Readonly<Record<Theme, typeof Sun>> = { system: Monitor, light: Sun, dark: Moon }
const WORDS: Readonly<Record<Theme, string>> = { system: 'system', light: 'light', dark: 'dark' }

/** Steps through the themes: system, light, dark. */
export function ThemeButton() {
  const theme = useAddress((address) => address.theme)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  const Icon = ICONS[theme]
  return (
    <IconButton label={`Theme: ${WORDS[theme]}. Change to ${WORDS[next]}`} onPress={() => chooseTheme(next)}>
      <Icon size={16} aria-hidden />
    </IconButton>
  )
}
