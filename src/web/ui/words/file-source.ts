/** Names the page in the files that it saves; the page recognises its own by it. */
export function fileSource(): string {
  return `Squaremetre (${window.location.origin})`
}
