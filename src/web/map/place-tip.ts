/** Moves the tip beside the pointer, on the side where there is room. */
export function placeTip(tip: HTMLElement, x: number, y: number): void {
  const frame = tip.closest<HTMLElement>('[data-tip-frame]') ?? tip.parentElement
  const { clientWidth = 0, clientHeight = 0 } = frame ?? {}
  const [left, above] = [x > clientWidth - 280, y > clientHeight - 160]
  tip.style.transform = `translate(${x + (left ? -14 : 14)}px, ${y + (above ? -14 : 14)}px) translate(${left ? -100 : 0}%, ${above ? -100 : 0}%)`
}
