import { parse } from 'yaml'
import { z } from 'zod'
import type { ListStyle } from '../../../contract/service/assumptions.ts'

/** The query parameters that a service declares for a path. */
export interface PathParameters {
  readonly path: string
  readonly names: readonly string[]
  /** False when a declared parameter cannot be read, such as one of another file. */
  readonly isWhole: boolean
  /** Those that are lists. */
  readonly lists: readonly DeclaredList[]
}

/** A parameter with several values; null for what is not declared, or is of another kind. */
export interface DeclaredList {
  readonly name: string
  readonly style: ListStyle | null
  /** The most values. */
  readonly most: number | null
}

// Bytes: parsing a longer document would take more time than its hints are worth.
const LONGEST = 1_000_000
/** The deepest nesting that is parsed: V8 ends the whole process when a regular expression meets the end of the stack. */
const DEEPEST = 1_000
/** References that lead to references, at most: circles end here. */
const STEPS_MAX = 20

/**
 * Reads what an OpenAPI document, YAML or JSON, says about GET requests; null when it is not one. A long one takes a
 * second.
 */
export function readOpenApi(body: Uint8Array): PathParameters[] | null {
  const document = body.byteLength > LONGEST ? null : parseDocument(new TextDecoder().decode(body))
  const read = openApi.safeParse(document)
  if (!read.success) return null
  return Object.entries(read.data.paths).map(([path, item]) => ({ path, ...parametersOf(document, item) }))
}

const DEEP_LINE = new RegExp(`^[ \\t?:-]{${DEEPEST}}`, 'm')

function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return isTooDeep(text) ? null : parseYaml(text)
  }
}

/**
 * True for YAML that may be nested more deeply than `DEEPEST`. Blocks are nested by columns, a dash or a question mark
 * included; brackets within text are counted, too, because only a parser can tell them apart.
 */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const bracket of text.match(/[[\]{}]/g) ?? []) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > DEEPEST) return true
  }
  return DEEP_LINE.test(text)
}

/** Null for anything but YAML: the document is only a hint. */
function parseYaml(text: string): unknown {
  try {
    return parse(text, { logLevel: 'silent', merge: true })
  } catch {
    return null
  }
}

const openApi = z.object({ paths: z.record(z.string(), z.unknown()) })
const entries = z.array(z.unknown()).catch([])
const operation = z.object({ parameters: entries })
const pathItem = z.object({ parameters: entries, get: z.unknown().optional() })
const schema = z.object({
  type: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  maxItems: z.int().positive().optional().catch(undefined),
  anyOf: entries,
  oneOf: entries,
})
const parameter = z.object({
  name: z.string().min(1).max(100),
  in: z.string(),
  style: z.string().optional().catch(undefined),
  explode: z.boolean().optional().catch(undefined),
  schema: z.unknown().optional(),
  // As OpenAPI 2 writes a list, without a schema.
  type: z.unknown().optional(),
  collectionFormat: z.string().optional().catch(undefined),
  maxItems: z.int().positive().optional().catch(undefined),
})

function parametersOf(document: unknown, item: unknown): Omit<PathParameters, 'path'> {
  const read = pathItem.safeParse(followed(document, item))
  if (!read.success) return { names: [], isWhole: false, lists: [] }
  const get = operation.safeParse(followed(document, read.data.get))
  const declared = [...read.data.parameters, ...(get.data?.parameters ?? [])].map((each) =>
    parameter.safeParse(followed(document, each)),
  )
  const inQuery = declared.flatMap(({ data }) => (data?.in === 'query' ? [data] : []))
  const queries = inQuery.flatMap((each) => namesOf(document, each))
  const names = queries.filter((name) => name !== null)
  return {
    names: [...new Set(names)],
    isWhole: declared.every(({ success }) => success) && !queries.includes(null),
    lists: inQuery.flatMap((each) => listOf(document, each) ?? []),
  }
}

/** Returns how a list is written, with the defaults of OpenAPI; null for a parameter that is not a list. */
function listOf(document: unknown, declared: z.infer<typeof parameter>): DeclaredList | null {
  const { name, style = 'form', explode = style === 'form', collectionFormat = 'csv' } = declared
  if (declared.type === 'array') {
    const known = collectionFormat === 'multi' ? 'repeats' : collectionFormat === 'csv' ? 'commas' : null
    return { name, style: known, most: declared.maxItems ?? null }
  }
  const array = arrayIn(document, declared.schema)
  if (array === null) return null
  const known = explode ? 'repeats' : 'commas'
  return { name, style: style === 'form' ? known : null, most: array.maxItems ?? null }
}

/** Returns the schema if it is an array's, or else the first array of its alternatives. */
function arrayIn(document: unknown, raw: unknown): z.infer<typeof schema> | null {
  const isArray = ({ type }: z.infer<typeof schema>) =>
    type === 'array' || (Array.isArray(type) && type.includes('array'))
  const read = schema.safeParse(followed(document, raw)).data
  if (read === undefined) return null
  const alternatives = [...read.anyOf, ...read.oneOf].map((each) => schema.safeParse(followed(document, each)).data)
  return [read, ...alternatives].find((each) => each !== undefined && isArray(each)) ?? null
}

/** The names of a parameter as a query has them: an object's properties are parameters of their own. Null for any name. */
function namesOf(document: unknown, { name, style = 'form', explode = true, schema: raw }: z.infer<typeof parameter>) {
  const read = schema.safeParse(followed(document, raw))
  const { properties, additionalProperties = false } = read.data ?? {}
  if (style !== 'form' || !explode || (properties === undefined && additionalProperties === false)) return [name]
  return [...Object.keys(properties ?? {}), ...(additionalProperties === false ? [] : [null])]
}

/** Returns what a value refers to within the document, or the value itself; undefined where it leads nowhere. */
function followed(document: unknown, value: unknown): unknown {
  let found = value
  for (let step = 0; step < STEPS_MAX; step++) {
    const reference = z.object({ $ref: z.string() }).safeParse(found)
    if (!reference.success) return found
    found = valueAt(document, reference.data.$ref)
  }
  return undefined
}

/** Returns the value at a JSON pointer such as `#/paths/~1geo/get`; undefined where there is none. */
function valueAt(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  return reference
    .slice('#/'.length)
    .split('/')
    .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((at: unknown, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), document)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
