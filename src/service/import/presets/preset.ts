/** The presets by name. */
export const PRESET_NAMES = ['dvf', 'uk-ppd', 'nyc-sales', 'properati', 'inside-airbnb'] as const
export type PresetName = (typeof PRESET_NAMES)[number]

/** How a well-known set of open data is read. */
export interface Preset {
  readonly name: PresetName
  /** The names of the columns, in order, of files that have no header. */
  readonly headerless?: readonly string[]
  /** The columns that it uses, as the SQL names them, with the names that files have, best first. */
  readonly columns: Readonly<Record<string, readonly string[]>>
  /** Those columns without which a file is not of this set. */
  readonly required: readonly string[]
  /** Whether the first row of a file, its header unless it has none, is certainly of this set. */
  recognises(first: readonly string[]): boolean
  /** Why a file with this header cannot be imported although it is of this set; null when it can. */
  refuses?(header: readonly string[]): string | null
  /** The column or the value (`=EUR`) of each field, for the report. */
  readonly fields: Readonly<Record<string, string>>
  /** Whether 3/4/2026 has the day or the month first. */
  readonly dateOrder?: 'dmy' | 'mdy'
  /** Fills tables `cells` and `set_aside` from view `source_row`, and table `note`. */
  readonly sql: string
}

/** A column name without case and everything that is not a letter or digit. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\uFEFF/, '')
    .replace(/[^a-z0-9]+/g, '')
}

/** Where the columns of a preset are in a header; those that a file lacks are left out. */
export function findColumns({ columns }: Pick<Preset, 'columns'>, header: readonly string[]): Map<string, number> {
  const plain = header.map(plainName)
  const found = new Map<string, number>()
  for (const [column, names] of Object.entries(columns)) {
    const index = names.map((name) => plain.indexOf(plainName(name))).find((at) => at >= 0)
    if (index !== undefined) found.set(column, index)
  }
  return found
}

/** Columns that have one name, which is also that of the SQL. */
export function named(...names: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(names.map((name) => [name, [name]]))
}

/** Whether a header has all of some columns. */
export function hasColumns(header: readonly string[], names: readonly string[]): boolean {
  const plain = new Set(header.map(plainName))
  return names.every((name) => plain.has(plainName(name)))
}
