/** Whether the reader asked the browser to save data; false where it does not say. */
export function savesData(): boolean {
  // Not every browser has it, and the DOM's types leave it out.
  const { connection } = globalThis.navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
