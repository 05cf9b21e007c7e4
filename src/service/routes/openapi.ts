import { stringify } from 'yaml'
import { PATH_PREFIX } from '../../contract/limits.ts'
import type { ServiceApp } from './endpoint.ts'
import { SERVICE_VERSION } from './ping.ts'

const DESCRIPTION = `Median prices, prices per square metre and areas of listings, by H3 cell and named place, for one
complete period. Every refusal has one envelope (\`error\`, \`message\`, \`docs_url\`, \`request_id\`). Only /stats/current
is counted against the allowance, and only when it is answered.`

/** Serves the contract that the endpoints themselves describe. Added last, when all of them are known. */
export function addOpenApi(app: ServiceApp): void {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Real-estate market statistics', version: SERVICE_VERSION, description: DESCRIPTION },
    servers: [{ url: PATH_PREFIX }],
  })
  const components = { ...document.components, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } }
  const yaml = stringify({ ...document, components }, { aliasDuplicateObjects: false })
  app.get('/openapi.yaml', (c) => c.body(yaml, 200, { 'Content-Type': 'application/yaml; charset=utf-8' }))
}
