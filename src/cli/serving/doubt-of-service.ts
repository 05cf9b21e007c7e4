import { Agent, fetch, ProxyAgent } from 'undici'
import type { RemoteService } from '../environment/environment.ts'

type Way = Partial<Pick<RemoteService, 'headers' | 'outboundProxy'>>

/** Milliseconds. */
const LONGEST_WAIT = 5_000

/**
 * Returns why the service at an address may be no statistics service, in a sentence for the terminal; null when it seems to
 * be one. `headers` are those that a gateway before it requires, `outboundProxy` is the address of an HTTP proxy on the way.
 */
export async function doubtOfService(baseUrl: string, way: Way = {}): Promise<string | null> {
  const address = `${baseUrl}/ping`
  const found = await ping(address, way)
  if (found === null) return null
  const through = way.outboundProxy ? ', through SERVICE_PROXY_URL' : ''
  return `Expected the statistics service at SERVICE_BASE_URL${through}; ${address} ${found}. The page shows what is held, and tries again.`
}

async function ping(address: string, { headers = {}, outboundProxy = null }: Way): Promise<string | null> {
  const dispatcher = outboundProxy === null ? new Agent() : new ProxyAgent(outboundProxy)
  const signal = AbortSignal.timeout(LONGEST_WAIT)
  try {
    const response = await fetch(address, { headers, dispatcher, redirect: 'manual', signal })
    await response.body?.cancel()
    if (response.status !== 200) return `returned status ${response.status}`
    const type = response.headers.get('content-type') ?? 'nothing known'
    return /json/i.test(type) ? null : `returned ${type}, not JSON`
  } catch (error) {
    return whyUnreached(error)
  } finally {
    await dispatcher.destroy()
  }
}

/** The codes of errors that concern a certificate, and of those where nobody known has signed it. */
const OF_CERTIFICATE = /CERT|SIGNATURE/
const OF_SIGNER = /SELF_SIGNED|ISSUER|SIGNATURE/

/** Returns what to say after an address that `fetch` could not reach, from its error. */
export function whyUnreached(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
  if (code === undefined || !OF_CERTIFICATE.test(code)) return 'could not be reached'
  const advice = OF_SIGNER.test(code) ? '; NODE_EXTRA_CA_CERTS can name a file with the one to trust' : ''
  return `has a certificate that is not trusted (${code})${advice}`
}
