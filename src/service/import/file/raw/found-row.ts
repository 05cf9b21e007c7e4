/** A cell of a file whose cells have types. */
export type Scalar = string | number | boolean | null

/** One row of such a file, by column, with its line or row number; or why it is not a row. */
export type FoundRow =
  | {
      readonly line: number
      readonly cells: ReadonlyMap<string, Scalar>
      /** Its point is the middle of an outline. */
      readonly isOutlined?: boolean
    }
  | { readonly line: number; readonly fault: string; readonly text: string }

/** Finds the columns of a latitude and a longitude among the names of a row; null when one is missing. */
export type PointColumns = (names: readonly string[]) => { readonly lat: string; readonly lng: string } | null
