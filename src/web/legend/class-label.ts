/** Returns the range of a class in words: `under €2,000/m²`, `€2,000/m² to €2,600/m²`, `€5,000/m² and more`. */
export function classLabel(index: number, breaks: readonly number[], format: (value: number) => string): string {
  const from = breaks[index - 1]
  const to = breaks[index]
  if (from === undefined) return to === undefined ? 'All' : `under ${format(to)}`
  return to === undefined ? `${format(from)} and more` : `${format(from)} to ${format(to)}`
}
