/** The fields of an object in a response, by name. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Some languages write an object without fields as an empty list. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}
