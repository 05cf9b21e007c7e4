/** Joins class names; what is absent or false is left out. */
export function classes(...names: (string | undefined | false | null)[]): string {
  return names.filter(Boolean).join(' ')
}
