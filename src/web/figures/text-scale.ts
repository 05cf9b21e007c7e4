const USUAL_PX = 16

/** How many times the usual size the reader wants text; charts are drawn in pixels. */
export function textScale(): number {
  if (typeof document === 'undefined') return 1
  const wanted = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_PX
  return Number.isFinite(wanted) ? wanted : 1
}
