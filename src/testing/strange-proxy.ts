import type { ProxyOptions } from '../proxy/start-proxy.ts'
import { type ProxyUnderTest, startProxyUnderTest } from './proxy-under-test.ts'
import { type OddGateway, startOddGateway } from './strange-service/odd-gateway.ts'
import type { StrangeRules } from './strange-service/rules/rules.ts'
import { type StrangeService, startStrangeService } from './strange-service/start-strange-service.ts'

/** A proxy over a strange service, for one test. */
export interface StrangeProxy {
  readonly service: StrangeService
  readonly proxy: ProxyUnderTest
  /** Closes both; throws when a client or the log was told the service's token. */
  close(): Promise<void>
}

export async function startStrangeProxy(
  rules: Partial<StrangeRules> = {},
  options: Partial<ProxyOptions> = {},
): Promise<StrangeProxy> {
  const service = await startStrangeService(rules)
  const proxy = await startProxyUnderTest(service, options)
  return { service, proxy, close: () => closeAll(service, proxy, [proxy, service]) }
}

/** The same with a gateway between the two, which alters answers. */
export async function startOddProxy(
  rules: Partial<StrangeRules> = {},
  options: Partial<ProxyOptions> = {},
): Promise<StrangeProxy & { readonly gateway: OddGateway }> {
  const service = await startStrangeService(rules)
  const gateway = await startOddGateway(service)
  const proxy = await startProxyUnderTest(gateway, options)
  return { service, gateway, proxy, close: () => closeAll(service, proxy, [proxy, gateway, service]) }
}

async function closeAll(
  { token }: StrangeService,
  proxy: ProxyUnderTest,
  servers: readonly { close(): Promise<void> }[],
): Promise<void> {
  const isTold = proxy.said().includes(token)
  for (const server of servers) await server.close()
  if (isTold) throw new Error('expected the token to stay in the proxy, found it in an answer or in the log')
}
