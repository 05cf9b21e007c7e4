// The proxy itself, over a folder of data and a service.
import pino from 'pino'
import { startProxy } from '../../src/proxy/start-proxy.ts'
import { obey } from '../shared/obey.ts'

const input = JSON.parse(process.argv[2] ?? '') as { dataDir: string; serviceBaseUrl: string; serviceToken: string }
const proxy = await startProxy({
  ...input,
  host: '127.0.0.1',
  port: 0,
  pageDir: null,
  now: () => new Date(),
  log: pino({ level: 'warn' }),
})
obey({ url: proxy.url, close: () => proxy.close() })
