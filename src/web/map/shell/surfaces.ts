import type { Box } from './shift-into-view.ts'

/** Returns the elements over the map that take the pointer, in CSS pixels from the map's top left corner. */
export function surfacesOver(map: HTMLElement): Box[] {
  const origin = map.getBoundingClientRect()
  const boxes: Box[] = []
  for (let holder: HTMLElement | null = map; holder; holder = holder.parentElement) {
    for (const beside of holder.parentElement?.children ?? []) if (beside !== holder) collect(beside, boxes)
  }
  return boxes.map(({ left, top, right, bottom }) => ({
    left: left - origin.left,
    top: top - origin.top,
    right: right - origin.left,
    bottom: bottom - origin.top,
  }))
}

/** Collects the outermost elements that take the pointer; their containers let it through to the map. */
function collect(element: Element, boxes: Box[]): void {
  if (getComputedStyle(element).pointerEvents === 'none') {
    for (const child of element.children) collect(child, boxes)
    return
  }
  const box = element.getBoundingClientRect()
  if (box.width > 0 && box.height > 0) boxes.push(box)
}
