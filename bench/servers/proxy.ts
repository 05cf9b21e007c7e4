// The proxy itself, over a DATA_DIR and a service, with the log of a deployment.
import { jsonLog } from '../../src/cli/environment/terminal.ts'
import { type AccessRules, OPEN_TO_ALL } from '../../src/proxy/access/access.ts'
import type { BasemapRules } from '../../src/proxy/access/basemap-rules.ts'
import { startProxy } from '../../src/proxy/start-proxy.ts'
import { obey } from '../shared/obey.ts'

interface ProxyInput {
  readonly dataDir: string
  readonly serviceBaseUrl: string
  readonly serviceToken: string
  readonly pageDir?: string
  /** Fixes the day. */
  readonly now?: string
  /** Open to all unless given. */
  readonly access?: Partial<AccessRules>
  readonly ledgerUrl?: string
  readonly basemap?: BasemapRules
}

const input = JSON.parse(process.argv[2] ?? '') as ProxyInput
const proxy = await startProxy({
  ...input,
  host: '127.0.0.1',
  port: 0,
  pageDir: input.pageDir ?? null,
  access: { ...OPEN_TO_ALL, ...input.access },
  now: () => (input.now === undefined ? new Date() : new Date(input.now)),
  log: jsonLog('info'),
})
obey({ url: proxy.url, close: () => proxy.close() })
