/** What somebody typed into the search field of index.html before this page replaced it. */
export interface TypedEarly {
  readonly text: string
  readonly hasFocus: boolean
}

/** Reads that field while it still exists; later, the text is empty and without focus. */
export function readTypedEarly(): TypedEarly {
  const field = document.getElementById('first-search')
  if (!(field instanceof HTMLInputElement)) return { text: '', hasFocus: false }
  return { text: field.value, hasFocus: document.activeElement === field }
}
