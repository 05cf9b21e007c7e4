/** The value of an attribute of a tag, as it is written; empty without one. `name` is a pattern. */
export function xmlAttribute(tag: string, name: string): string {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? []
  return double ?? single ?? ''
}
