/** Returns the nearest element around another that scrolls its content; null for none. */
export function scrollParentOf(element: Element | null): HTMLElement | null {
  for (let parent = element?.parentElement ?? null; parent !== null; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return null
}
