/** After what a line may end in a long address, where it can. */
const BREAKS = /[&?,/]/

/**
 * Breaks an address without blanks into lines that fit into a room; `widthOf` measures a text. A line ends after a sign that parts an
 * address, unless a single part is longer than the room.
 */
export function breakText(text: string, room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let rest = [...text]
  while (rest.length > 0) {
    const fitting = Math.max(1, fittingLength(rest, room, widthOf))
    const isLast = fitting === rest.length
    const lastBreak = isLast ? -1 : rest.slice(0, fitting).findLastIndex((sign) => BREAKS.test(sign))
    const length = lastBreak > 0 ? lastBreak + 1 : fitting
    lines.push(rest.slice(0, length).join(''))
    rest = rest.slice(length)
  }
  return lines
}

function fittingLength(signs: readonly string[], room: number, widthOf: (text: string) => number): number {
  let [least, most] = [0, signs.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (widthOf(signs.slice(0, middle).join('')) <= room) least = middle
    else most = middle - 1
  }
  return least
}
