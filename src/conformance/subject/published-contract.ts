import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Answer } from './http-client.ts'
import { NotShown } from './not-shown.ts'

/** The openapi.yaml of the service under test. */
export interface PublishedContract {
  /** As it says of itself, `3.1.0`. */
  readonly version: string
  /** Declared paths, as `/geo/{geo_id}/hexes`. */
  readonly paths: readonly string[]
  /** The parameters of each declared GET. */
  readonly reads: readonly DeclaredRead[]
  /** What a validator says against the document; empty when it is valid. */
  faults(): Promise<string[]>
  /** How an answer departs from what is declared for it; empty when it does not, or nothing is declared. */
  departures(answer: Answer): string[]
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

/** Reads the contract; ends the check when there is none that can be read. */
export function readContract(answer: Answer): PublishedContract {
  if (answer.status !== 200) throw new NotShown(`/openapi.yaml gave ${answer.status}`)
  const raw: unknown = parse(answer.text)
  const read = openApi.safeParse(raw)
  if (!read.success) throw new NotShown(`/openapi.yaml is not OpenAPI: ${z.prettifyError(read.error)}`)
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
    departures: (answer) => {
      const declared = declaredFor(document, answer)
      if (declared === null) return []
      if (declared.response === null) return [`status ${answer.status} is not declared`]
      const media = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
      const { content = {} } = declared.response
      if (!Object.hasOwn(content, media))
        return [`an answer of type "${media}" is not declared for status ${answer.status}`]
      if (media !== 'application/json') return []
      const validate = schemas([...declared.place, 'content', media, 'schema'])
      const faults = validate(answer.body) ? [] : (validate.errors ?? [])
      return faults.map((error) => `${error.instancePath} ${error.message}`)
    },
  }
}

interface Declared {
  /** Where it stands in the document. */
  readonly place: readonly string[]
  /** Null when the status is not declared. */
  readonly response: z.infer<typeof response> | null
}

/** What is declared for an answer; null when its path or method is not. */
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

/** Compiles the schema at a place in the document, once. */
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

/** The declared path that a request was for; one without parameters is preferred. */
function templateOf(templates: readonly string[], path: string): string | null {
  const [pathname = ''] = path.split('?')
  const matches = templates.filter((template) => {
    const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')
    return new RegExp(`^${pattern}$`).test(pathname)
  })
  return matches.find((template) => !template.includes('{')) ?? matches[0] ?? null
}
