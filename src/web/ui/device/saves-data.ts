/** Returns whether the browser is set to save data; false when it does not say. */
export function savesData(): boolean {
  // Not every browser has `connection`, and the DOM types leave it out.
  const { connection } = globalThis.navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
