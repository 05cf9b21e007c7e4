import type { Registry } from 'prom-client'
import { startProxy } from '../../proxy/start-proxy.ts'
import type { RunningServer } from '../../server/http/running-server.ts'
import { clockOf, type Environment, type RemoteService } from '../environment/environment.ts'
import { jsonLog, print, say } from '../environment/terminal.ts'
import { doubtOfService } from './doubt-of-service.ts'

/** Starts the proxy for a service and prints the page's address. */
export async function openProxy(
  settings: Environment,
  service: Pick<RemoteService, 'baseUrl' | 'token'> & Partial<RemoteService> & { isEmbedded?: boolean },
  { pageDir, registry }: { pageDir: string; registry: Registry },
): Promise<RunningServer> {
  const { dataDir, host, port, spending, access, basemap, logLevel } = settings
  const proxy = await startProxy({
    dataDir,
    ledgerUrl: settings.ledgerUrl,
    host,
    port,
    serviceBaseUrl: service.baseUrl,
    isEmbedded: service.isEmbedded ?? false,
    serviceToken: service.token,
    serviceHeaders: service.headers ?? {},
    rereadCredentials: service.reread ?? null,
    outboundProxy: service.outboundProxy ?? null,
    pageDir,
    registry,
    spending,
    access,
    basemap,
    now: clockOf(settings),
    log: jsonLog(logLevel),
  })
  print(proxy.url.replace(/\/\/(127\.0\.0\.1|\[::1\]|0\.0\.0\.0|\[::\])(?=:|$)/, '//localhost'))
  say('Open it in a browser. Press Ctrl-C to stop.')
  void doubtOfService(service.baseUrl, service).then((doubt) => doubt !== null && say(doubt))
  return proxy
}
