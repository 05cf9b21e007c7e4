// The proxy itself, over a DATA_DIR and a service, with the log of a deployment.
import { jsonLog } from '../../src/cli/environment/terminal.ts'
import { startProxy } from '../../src/proxy/start-proxy.ts'
import { obey } from '../shared/obey.ts'

const input = JSON.parse(process.argv[2] ?? '') as { dataDir: string; serviceBaseUrl: string; serviceToken: string }
const proxy = await startProxy({
  ...input,
  host: '127.0.0.1',
  port: 0,
  pageDir: null,
  now: () => new Date(),
  log: jsonLog('info'),
})
obey({ url: proxy.url, close: () => proxy.close() })
