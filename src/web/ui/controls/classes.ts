/** Joins class names, leaving out absent and false ones. */
export function classes(...names: (string | undefined | false | null)[]): string {
  return names.filter(Boolean).join(' ')
}
