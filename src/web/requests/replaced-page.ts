/** Milliseconds that the server has for the page's document. */
const LIMIT_MS = 10_000

/**
 * Returns true when the server now has another build of the page than the one that is open, whose remaining parts it no
 * longer has; false when that is not known. Builds name their first program by its content.
 */
export async function isPageReplaced(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS)
    const answer = await fetch(window.location.pathname, { cache: 'no-store', signal })
    const there = answer.ok ? firstProgram(new DOMParser().parseFromString(await answer.text(), 'text/html')) : null
    return there !== null && there !== firstProgram(document)
  } catch {
    // Without an answer, the connection is what is wrong.
    return false
  }
}

/** Returns the first program of a document; null for one that is not this page, such as a network's sign-in page. */
function firstProgram(page: Document): string | null {
  if (page.getElementById('root') === null) return null
  return page.querySelector('script[type=module][src]')?.getAttribute('src') ?? null
}
