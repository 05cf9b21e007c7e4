import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Answer } from './http-client.ts'
import { Skipped } from './skipped.ts'

/** The openapi.yaml of the service under test. */
export interface PublishedContract {
  /** The document's OpenAPI version, such as `3.1.0`. */
  readonly version: string
  /** Declared paths, such as `/geo/{geo_id}/hexes`. */
  readonly paths: readonly string[]
  /** The parameters of each declared GET. */
  readonly reads: readonly DeclaredRead[]
  /** A validator's errors; empty when the document is valid. */
  faults(): Promise<string[]>
  /** How a response differs from its declaration; empty when it does not, or when nothing is declared for it. */
  mismatches(answer: Answer): string[]
}

/** A declared GET endpoint. */
export interface DeclaredRead {
  readonly path: string
  readonly parameters: readonly z.infer<typeof parameter>[]
}

const parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['query', 'path', 'header', 'cookie']),
  schema: z
    .looseObject({
      enum: z.array(z.union([z.string(), z.number()])).optional(),
      type: z.unknown(),
      deprecated: z.boolean().optional(),
    })
    .default({ type: 'string' }),
})
const getOperation = z.looseObject({ parameters: z.array(parameter).default([]) })
const response = z.looseObject({ $ref: z.string().optional(), content: z.record(z.string(), z.unknown()).optional() })
const operation = z.looseObject({ responses: z.record(z.string(), response) })
const openApi = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
})

/** Reads the contract; skips the check when there is none or it cannot be read. */
export function readContract(answer: Answer): PublishedContract {
  if (answer.status !== 200) throw new Skipped(`/openapi.yaml gave ${answer.status}`)
  const raw: unknown = parse(answer.text)
  const read = openApi.safeParse(raw)
  if (!read.success) throw new Skipped(`/openapi.yaml is not OpenAPI: ${z.prettifyError(read.error)}`)
  const document = read.data
  const schemas = answerSchemas(document)
  return {
    version: document.openapi,
    paths: Object.keys(document.paths),
    reads: Object.entries(document.paths).flatMap(([path, { get }]) => {
      const read = getOperation.safeParse(get)
      return read.success ? [{ path, parameters: read.data.parameters }] : []
    }),
    async faults() {
      const result = await new Validator().validate(structuredClone(document) as Record<string, unknown>)
      return result.valid ? [] : [result.errors].flat().map((fault) => JSON.stringify(fault))
    },
    mismatches: (answer) => {
      const declared = declaredFor(document, answer)
      if (declared === null) return []
      if (declared.response === null) return [`status ${answer.status} is not declared`]
      const media = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
      const { content = {} } = declared.response
      if (!Object.hasOwn(content, media)) return [`media type "${media}" is not declared for status ${answer.status}`]
      if (media !== 'application/json') return []
      const validate = schemas([...declared.place, 'content', media, 'schema'])
      const faults = validate(answer.body) ? [] : (validate.errors ?? [])
      return faults.map((error) => `${error.instancePath} ${error.message}`)
    },
  }
}

interface Declared {
  /** Its location in the document. */
  readonly place: readonly string[]
  /** Null when the status is not declared. */
  readonly response: z.infer<typeof response> | null
}

/** The declaration of a response; null when its path or method is not declared. */
function declaredFor(document: z.infer<typeof openApi>, { method, path, status }: Answer): Declared | null {
  const template = templateOf(Object.keys(document.paths), path)
  const verb = method.toLowerCase()
  const declared = template ? operation.safeParse(document.paths[template]?.[verb]) : null
  if (!template || !declared?.success) return null
  const { responses } = declared.data
  const key = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((each) =>
    Object.hasOwn(responses, each),
  )
  const place = ['paths', template, verb, 'responses', key ?? '']
  const pointer = responses[key ?? '']?.$ref?.replace(/^#\//, '').split('/').map(unescaped) ?? place
  return { place: pointer, response: key === undefined ? null : response.parse(at(document, pointer)) }
}

function at(document: object, pointer: readonly string[]): unknown {
  return pointer.reduce<unknown>((node, part) => Object(node)[part], document)
}

function unescaped(part: string): string {
  return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Compiles the schema at a location in the document, once. */
function answerSchemas(document: object): (pointer: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const compiled = new Map<string, ValidateFunction>()
  return (pointer) => {
    const $ref = `openapi#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
    const validate = compiled.get($ref) ?? ajv.compile({ $ref })
    compiled.set($ref, validate)
    return validate
  }
}

/** The declared path that a request matches; a path without parameters is preferred. */
function templateOf(templates: readonly string[], path: string): string | null {
  const [pathname = ''] = path.split('?')
  const matches = templates.filter((template) => {
    const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')
    return new RegExp(`^${pattern}$`).test(pathname)
  })
  return matches.find((template) => !template.includes('{')) ?? matches[0] ?? null
}
