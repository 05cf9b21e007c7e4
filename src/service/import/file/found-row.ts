/** A cell of a file whose cells have types. */
export type Scalar = string | number | boolean | null

/** One row of such a file, by column, with its line or row number; or why it is not a row. */
export type FoundRow =
  | { readonly line: number; readonly cells: ReadonlyMap<string, Scalar> }
  | { readonly line: number; readonly fault: string; readonly text: string }
