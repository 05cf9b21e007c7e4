/** The focused element, and where the focus moves when it disappears. */
interface Focused {
  readonly element: HTMLElement
  /** What was focused before the panel or dialog around the element. */
  readonly opener: HTMLElement | null
  /** The element's ancestors, nearest first, each with the position of the child that led to the element. */
  readonly path: readonly { readonly parent: Element; readonly at: number }[]
}

export const MAP = '[data-testid=map] canvas'
const DIALOG = '[role=dialog]'
const PANELS = `section, ${DIALOG}`
const OPENED_BY = 'data-opened-by'
/** A panel about the map, which gets the focus when the panel goes. */
const ABOUT_MAP = '[data-about-map]'
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]'

/**
 * Keeps the keyboard's place when the focused element disappears or is disabled: moves the focus to what follows it in its
 * panel or in an open dialog, or to what opened the panel that went with it or usually does, otherwise to what follows it on
 * the page. Without this it would fall to the body: Tab would begin at the top, and Escape would not close the dialog.
 * Returns what stops it.
 */
export function keepFocus(root: HTMLElement): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let focused: Focused | null = null
  let isByPointer = false

  const setPointer = (isPointer: boolean) => {
    isByPointer = isPointer
  }
  const letGo = () =>
    afterFrames(() => {
      if (isLost() && !isGone(focused)) focused = null
    })
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof HTMLElement && target !== document.body) focused = focusedAt(target, focused)
    },
    { signal },
  )
  document.addEventListener('keydown', () => setPointer(false), { signal, capture: true })
  document.addEventListener('pointerdown', () => setPointer(true), { signal, capture: true })
  // Pressing outside all focusable elements removes the focus.
  document.addEventListener('pointerup', letGo, { signal })
  const goOn = () => {
    if (focused === null || !isLost() || !isGone(focused)) return
    const next = nextOf(focused, root, isByPointer)
    focused = null
    next?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    if (focused === null || !isLost() || !isGone(focused)) return
    // React Aria's dialogs and lists lie outside the page's root and return the focus themselves, within two frames.
    if (focused.path.some(({ parent }) => parent === root)) goOn()
    else afterFrames(goOn)
  })
  // Dialogs lie beside the page's root.
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] })
  signal.addEventListener('abort', () => observer.disconnect())
  return () => listening.abort()
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function isGone(focused: Focused | null): boolean {
  return focused !== null && !isUsable(focused.element)
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled')
}

function afterFrames(then: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(then))
}

function focusedAt(element: HTMLElement, before: Focused | null): Focused {
  const panel = element.closest(PANELS)
  const isSamePanel = before !== null && panel === before.element.closest(PANELS)
  const path: { parent: Element; at: number }[] = []
  for (let child: Element = element; child.parentElement !== null; child = child.parentElement) {
    path.push({ parent: child.parentElement, at: [...child.parentElement.children].indexOf(child) })
  }
  return { element, path, opener: panel === null ? null : isSamePanel ? before.opener : (before?.element ?? null) }
}

/** Returns what takes the focus: the next element in a panel that stays or in the dialog, else the opener, else the next one on the page. */
function nextOf({ element, opener, path }: Focused, root: HTMLElement, isByPointer: boolean): HTMLElement | null {
  // A text field would bring up a phone's keyboard.
  const isWanted = (element: HTMLElement) => isUsable(element) && !(isByPointer && element.matches('input, textarea'))
  const panel = path.find(({ parent }) => parent.matches(PANELS))?.parent
  const dialog = path.find(({ parent }) => parent.isConnected && parent.matches(DIALOG))?.parent
  for (const around of [panel, dialog]) {
    const inside = around && nextWithin(around, path, isWanted)
    if (inside) return inside
  }
  const map = panel?.matches(ABOUT_MAP) ? mapBehind(root, path, panel) : null
  if (map) return map
  if (opener !== null && isWanted(opener)) return opener
  return usualOpener(root, element, path) ?? nextWithin(root, path, isWanted)
}

/** Returns the map; null where another panel lies around the one that is gone, or there is no map. */
function mapBehind(root: HTMLElement, path: Focused['path'], panel: Element): HTMLElement | null {
  const isInAnother = path.some(({ parent }) => parent !== panel && parent.isConnected && parent.matches(PANELS))
  return isInAnother ? null : root.querySelector<HTMLElement>(MAP)
}

/** Returns the button that opens the panel, such as one that a link opened; null where there is none. */
function usualOpener(root: HTMLElement, element: HTMLElement, path: Focused['path']): HTMLElement | null {
  // A panel that has just opened has the focus itself.
  const around = [element, ...path.map(({ parent }) => parent)]
  const name = around.find((each) => each.hasAttribute(OPENED_BY))?.getAttribute(OPENED_BY)
  const button = name ? root.querySelector<HTMLElement>(`[data-opens="${name}"]`) : null
  return button !== null && isUsable(button) ? button : null
}

/** Returns the next element that is wanted in the nearest ancestor that is left inside `around`. */
function nextWithin(
  around: Element,
  path: Focused['path'],
  isWanted: (element: HTMLElement) => boolean,
): HTMLElement | null {
  for (const { parent, at } of path) {
    if (!parent.isConnected || !around.contains(parent)) continue
    const children = [...parent.children]
    const inOrder = [...children.slice(at), ...children.slice(0, at).reverse()]
    for (const child of inOrder) {
      const found = [child, ...child.querySelectorAll(FOCUSABLE)].find(
        (each): each is HTMLElement =>
          each instanceof HTMLElement && each.matches(FOCUSABLE) && each.tabIndex >= 0 && isWanted(each),
      )
      if (found) return found
    }
  }
  return null
}
