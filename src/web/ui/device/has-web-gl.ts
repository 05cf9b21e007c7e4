let isRefused = false
const listeners = new Set<() => void>()

/**
 * Returns whether this browser can draw the map: it has WebGL 2, and has not refused it so far. Trying it out would block
 * the page while the GPU gets ready, and then once more for the map.
 */
export function hasWebGl(): boolean {
  return mayHaveWebGl() && !isRefused
}

/** Returns whether this browser has WebGL 2, although it may refuse it at the moment, as after a GPU has crashed. */
export function mayHaveWebGl(): boolean {
  return 'WebGL2RenderingContext' in window
}

/** Notes that the browser, which has WebGL 2, cannot draw with it after all, as without a usable GPU. */
export function noteRefusedWebGl(): void {
  tell(true)
}

/** Lets the map ask the browser once more. */
export function retryWebGl(): void {
  tell(false)
}

function tell(refused: boolean): void {
  isRefused = refused
  for (const listener of listeners) listener()
}

/** Calls the listener when the answer changes; returns what stops that. */
export function followWebGl(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
