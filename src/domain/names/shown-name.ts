/** Control characters, halves of letters, and marks that turn the direction of the text behind them around. */
const NOT_SHOWN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\s]+/gu
/** Anything that leaves a mark on the screen. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}]/u

/**
 * Returns a name that a viewer, a link, a file or a service gave, on one line, without what cannot be shown, and cut to so many characters;
 * null for one that would be invisible.
 */
export function shownName(raw: string, most: number): string | null {
  const name = [...raw.replace(NOT_SHOWN, ' ').trim()].slice(0, most).join('').trim()
  return VISIBLE.test(name) ? name : null
}
