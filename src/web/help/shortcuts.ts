import { t } from '../language/translate.ts'

/** A key, or keys for alternatives, and what they do. */
export interface Shortcut {
  readonly keys: readonly string[]
  readonly does: string
}

export function shortcuts(): readonly { readonly title: string; readonly keys: readonly Shortcut[] }[] {
  return [
    {
      title: t('Everywhere'),
      keys: [
        { keys: ['/'], does: t('Search for a place') },
        { keys: ['T'], does: t('Open or close the table of hexagons') },
        { keys: ['?'], does: t('Show this list') },
        { keys: [t('Esc')], does: t('Close what is open') },
      ],
    },
    {
      title: t('On the map'),
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: t('Go to the next hexagon') },
        { keys: [t('Enter')], does: t('Open the card of the hexagon') },
        { keys: [t('Shift + arrow key')], does: t('Move the map') },
        { keys: ['+', '−'], does: t('Zoom in or out') },
      ],
    },
  ]
}
