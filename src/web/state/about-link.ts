import { usePage } from './store.ts'

/** Says something about the link that was opened, once, until the viewer dismisses it. */
export function noteAboutLink(sentence: string): void {
  const { brokenParts, set } = usePage.getState()
  if (!brokenParts.includes(sentence)) set({ brokenParts: [...brokenParts, sentence] })
}
