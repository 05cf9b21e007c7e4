import { EMBED_PARAMETER } from '../../contract/embedding.ts'

/** True when the page was opened to be shown in a frame of another page. It stays so as long as it is open. */
export const isEmbedded: boolean =
  typeof window !== 'undefined' &&
  new URLSearchParams(window.location.search).get(EMBED_PARAMETER.name) === EMBED_PARAMETER.value

/**
 * Returns the origin of the page around this one; null when there is none, or when the browser does not tell. Browsers
 * list the ancestors; Firefox lists "null" where the frame withholds the referrer. Its older versions have the referrer
 * only.
 */
export function hostOrigin(): string | null {
  if (window.parent === window) return null
  const [nearest] = window.location.ancestorOrigins ?? []
  if (nearest !== undefined) return nearest === 'null' ? null : nearest
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : null
}

/** Keeps an address in its frame: without the parameter, a reload would show the whole page there. */
export function keepEmbedded(search: string): string {
  return isEmbedded ? `${search}&${EMBED_PARAMETER.name}=${EMBED_PARAMETER.value}` : search
}
