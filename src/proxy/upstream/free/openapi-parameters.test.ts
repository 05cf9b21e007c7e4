import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { readOpenApi } from './openapi-parameters.ts'

const PATH = '/v1/geo/{id}/hexes'
const query = (name: string, more = {}) => ({ name, in: 'query', schema: { type: 'string' }, ...more })

/** Returns what is read for the path when its item and the rest of the document are written as YAML. */
function readItem(item: unknown, rest = {}) {
  const text = stringify({ openapi: '3.1.0', paths: { '/other': { get: {} }, [PATH]: item }, ...rest })
  return readOpenApi(new TextEncoder().encode(text))?.find(({ path }) => path === PATH)
}

const read = (text: string) => readOpenApi(new TextEncoder().encode(text))

test('parameters of the path and of the operation, those of the query alone', () => {
  const item = {
    parameters: [{ name: 'id', in: 'path', required: true }, query('cell_res')],
    get: { parameters: [query('resume'), { name: 'If-None-Match', in: 'header' }, query('cell_res')] },
    post: { parameters: [query('other')] },
  }
  expect(readItem(item)).toEqual({ path: PATH, names: ['cell_res', 'resume'], isWhole: true, lists: [] })
})

test('references are followed, however long the chain', () => {
  const rest = {
    components: {
      parameters: { Resume: { $ref: '#/components/parameters/Resume~1token' }, 'Resume/token': query('resume') },
      pathItems: { cells: { get: { $ref: '#/x-operations/cells%20of%20a%20place' } } },
    },
    'x-operations': { 'cells of a place': { parameters: [{ $ref: '#/components/parameters/Resume' }] } },
  }
  expect(readItem({ $ref: '#/components/pathItems/cells' }, rest)).toMatchObject({ names: ['resume'], isWhole: true })
})

test('the properties of an object are parameters of their own', () => {
  const properties = { rooms: { type: 'integer' }, furnished: { type: 'boolean' } }
  const schema = { type: 'object', properties }
  expect(readItem({ get: { parameters: [query('filters', { schema })] } })?.names).toEqual(['rooms', 'furnished'])
  const deep = query('filters', { schema, style: 'deepObject' })
  expect(readItem({ get: { parameters: [deep] } })?.names).toEqual(['filters'])
  const any = query('filters', { schema: { ...schema, additionalProperties: { type: 'string' } } })
  expect(readItem({ get: { parameters: [any] } })).toMatchObject({ names: ['rooms', 'furnished'], isWhole: false })
})

test.each([
  ['in another file', { $ref: 'parameters.yaml#/resume' }],
  ['that is not there', { $ref: '#/components/parameters/none' }],
  ['that refers to itself', { $ref: '#/components/parameters/circle' }],
  ['that is not a parameter', 'resume'],
])('a parameter %s leaves the list incomplete', (_, odd) => {
  const rest = { components: { parameters: { circle: { $ref: '#/components/parameters/circle' } } } }
  expect(readItem({ get: { parameters: [odd, query('res')] } }, rest)).toEqual({
    path: PATH,
    names: ['res'],
    isWhole: false,
    lists: [],
  })
})

const cells = { type: 'array', items: { type: 'string' } }
test.each([
  ['of one parameter for each value, which is the default', { schema: cells }, 'repeats', null],
  ['with commas', { schema: { ...cells, maxItems: 500 }, explode: false }, 'commas', 500],
  [
    'that may be null',
    { schema: { ...cells, type: ['array', 'null'] }, style: 'form', explode: true },
    'repeats',
    null,
  ],
  ['or one value', { schema: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Cells' }] } }, 'repeats', 9],
  ['with another mark between', { schema: cells, style: 'pipeDelimited' }, null, null],
  ['of OpenAPI 2', { schema: undefined, type: 'array', items: {}, maxItems: 70 }, 'commas', 70],
  ['of OpenAPI 2 that repeats', { schema: undefined, type: 'array', collectionFormat: 'multi' }, 'repeats', null],
  ['with a most that makes no sense', { schema: { ...cells, maxItems: 'many' } }, 'repeats', null],
])('a list %s', (_, more, style, most) => {
  const rest = { components: { schemas: { Cells: { ...cells, maxItems: 9 } } } }
  const item = { get: { parameters: [query('res'), query('h3', more)] } }
  expect(readItem(item, rest)).toMatchObject({ names: ['res', 'h3'], lists: [{ name: 'h3', style, most }] })
})

test('a document in JSON, and one with anchors', () => {
  const json = JSON.stringify({ paths: { [PATH]: { get: { parameters: [query('res')] } } } })
  expect(read(json)?.[0]?.names).toEqual(['res'])
  const anchored = `
common: &common { in: query, schema: { type: string } }
paths:
  ${PATH}:
    get:
      parameters: [{ <<: *common, name: res }]`
  expect(read(anchored)?.[0]?.names).toEqual(['res'])
})

test.each([
  ['HTML', '<html><body>paths: </body></html>'],
  ['broken YAML', 'paths: [}'],
  ['paths of another shape', 'paths: [a, b]'],
  ['something endless', `a: &a [x, x]\nb: &b [*a, *a]\npaths: ${'[*b, '.repeat(200)}${']'.repeat(200)}`],
  ['a megabyte', `paths: { '/x': { get: { summary: '${'x'.repeat(1_000_001)}' } } }`],
])('nothing of %s', (_, text) => {
  expect(read(text)).toBeNull()
})

test('a document is not read that is nested so deeply that parsing it could end the process', () => {
  const nested = (depth: number) => [
    `paths: {/a: {x: ${'['.repeat(depth)}${']'.repeat(depth)}}}`,
    `paths: {/a: {x: ${'{a: '.repeat(depth)}${'}'.repeat(depth)}}}`,
    `paths:\n  /a:\n${Array.from({ length: depth }, (_, i) => `${' '.repeat(4 + i)}x:`).join('\n')}`,
  ]
  for (const text of nested(300)) expect(read(text), text.slice(0, 30)).toHaveLength(1)
  for (const text of nested(3_000)) expect(read(text), text.slice(0, 30)).toBeNull()
  // Nothing is nested in JSON that its own parser does not stand.
  expect(read(`{"paths":{"/a":{"x":${'['.repeat(3_000)}${']'.repeat(3_000)}}}}`)).toHaveLength(1)
})
