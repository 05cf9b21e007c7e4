/** Returns where in a list something dragged from `from` to a height belongs; `middles` are the heights of all in order. */
export function placeInOrder(y: number, from: number, middles: readonly number[]): number {
  let to = from
  while (to > 0 && y < (middles[to - 1] ?? y)) to--
  if (to < from) return to
  while (to < middles.length - 1 && y > (middles[to + 1] ?? y)) to++
  return to
}
