import { parse } from 'yaml'
import { z } from 'zod'
import type { FindFree } from '../upstream/free-answers.ts'

// Milliseconds.
const FRESH = 3_600_000
const FRESH_AFTER_FAULT = 5_000
// Bytes: parsing blocks, and a longer document is not worth it.
const LONGEST = 1_000_000

/** Returns the query parameters that the service's free OpenAPI document declares for a path; null when it declares none. */
export type DeclaredParameters = (path: string) => Promise<ReadonlySet<string> | null>

/** Reads the document when it is first needed, and again after an hour. */
export function createDeclaredParameters(deps: { free: FindFree; elapsed: () => number }): DeclaredParameters {
  let known: { until: number; document: Promise<unknown> } | null = null
  const read = async (): Promise<unknown> => {
    const fetched = await deps.free('/openapi.yaml')
    const isReadable = fetched.kind === 'answer' && fetched.reading === 'readable'
    const document = isReadable ? parseDocument(fetched.answer.body) : null
    if (document === null && known !== null) known = { ...known, until: deps.elapsed() + FRESH_AFTER_FAULT }
    return document
  }
  return async (path) => {
    if (known === null || deps.elapsed() >= known.until) known = { until: deps.elapsed() + FRESH, document: read() }
    return parametersOf(await known.document, path)
  }
}

/** JSON is YAML, too. Null for anything else: the document is only a hint. */
function parseDocument(body: Uint8Array): unknown {
  if (body.byteLength > LONGEST) return null
  try {
    return parse(new TextDecoder().decode(body), { logLevel: 'silent' })
  } catch {
    return null
  }
}

const parameter = z.union([z.object({ $ref: z.string() }), z.object({ name: z.string(), in: z.string() })])
const parameters = z.array(parameter.nullable().catch(null)).catch([])
const pathItem = z.object({ parameters, get: z.object({ parameters }).catch({ parameters: [] }) })
const openApi = z.object({
  paths: z.record(z.string(), z.unknown()),
  components: z.object({ parameters: z.record(z.string(), z.unknown()).catch({}) }).catch({ parameters: {} }),
})

function parametersOf(document: unknown, path: string): ReadonlySet<string> | null {
  const read = openApi.safeParse(document)
  if (!read.success) return null
  const { paths, components } = read.data
  // The paths may or may not repeat the servers' prefix, and name their own parameters freely.
  const found = Object.keys(paths).find((key) => key.replaceAll(/\{[^}]*\}/g, '{}').endsWith(path))
  const item = pathItem.safeParse(found === undefined ? null : paths[found])
  if (!item.success) return null
  const declared = [...item.data.parameters, ...item.data.get.parameters].map((each) => {
    if (each === null || !('$ref' in each)) return each
    return parameter.safeParse(components.parameters[each.$ref.replace('#/components/parameters/', '')]).data ?? null
  })
  const names = declared.flatMap((each) => (each !== null && 'in' in each && each.in === 'query' ? [each.name] : []))
  return names.length === 0 ? null : new Set(names)
}
