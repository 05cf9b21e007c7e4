/** True where the browser knows that it has no network; it can still reach this machine, and says when it has one again. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}
