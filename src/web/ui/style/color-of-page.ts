/** Returns a colour of the theme in force. `name` is that of a custom property, such as `--ink`. */
export function colorOfPage(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}
