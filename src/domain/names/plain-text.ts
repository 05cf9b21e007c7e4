/** Control characters but line feeds and tabs, and those that turn the direction of text around. */
const NOT_PLAIN = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns text that is safe to print in a terminal: characters that would clear it, colour it or reverse its direction
 * are written out, as `\u001b`.
 */
export function plainText(text: string): string {
  return text.replace(NOT_PLAIN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
