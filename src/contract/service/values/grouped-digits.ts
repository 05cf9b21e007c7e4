/** How digits of thousands are grouped in a list of figures as text: `1,234.5` or `1.234,5`. */
interface Grouping {
  /** Matches a figure that can be nothing else. */
  readonly certain: RegExp
  /** Matches every figure that can be written so. */
  readonly possible: RegExp
  readonly mark: string
  readonly decimal: string
}

const GROUPINGS: readonly Grouping[] = [
  {
    certain: /^-?\d{1,3}(,\d{3})+(\.\d+|,\d{3})$/,
    possible: /^-?\d{1,3}(,\d{3})*(\.\d+)?$/,
    mark: ',',
    decimal: '.',
  },
  {
    certain: /^-?\d{1,3}(\.\d{3})+(,\d+|\.\d{3})$/,
    possible: /^-?\d{1,3}(\.\d{3})*(,\d+)?$/,
    mark: '.',
    decimal: ',',
  },
]

/**
 * Returns the function that writes a figure of such a list without groups and with a point; null where no figure shows for
 * certain how they are grouped, or one is written in another way. Texts without a digit are no figures.
 */
export function ungroupedBy(texts: readonly string[]): ((text: string) => string) | null {
  const figures = texts.map((text) => text.trim()).filter((text) => /\d/.test(text))
  const found = GROUPINGS.find(
    ({ certain, possible }) =>
      figures.some((text) => certain.test(text)) && figures.every((text) => possible.test(text)),
  )
  if (found === undefined) return null
  const { mark, decimal } = found
  return (text) => text.trim().replaceAll(mark, '').replace(decimal, '.')
}
