import type { IncomingMessage } from 'node:http'
import proxyaddr from 'proxy-addr'
import { countedAddress, withoutPort } from './counted-address.ts'

/** Where a request comes from. */
export interface Client {
  /** What the client is counted by: an IPv4 address or an IPv6 /64 network; `nowhere` when the connection has closed. */
  readonly address: string
  readonly scheme: 'http' | 'https'
}

/** Compiles a list of addresses, ranges such as 10.0.0.0/8, or `loopback`, `linklocal`, `uniquelocal`; throws for anything else. */
export function compileTrust(trusted: readonly string[]): (address: string, hop: number) => boolean {
  return proxyaddr.compile([...trusted])
}

/**
 * Reads who sent a request. X-Forwarded-For and X-Forwarded-Proto count only from trusted proxies, because anybody can
 * send them: the client is the last address in the chain that is not trusted.
 */
export function clientReader(trusted: readonly string[]): (incoming: IncomingMessage) => Client {
  const trust = compileTrust(trusted)
  return (incoming) => {
    const { remoteAddress } = incoming.socket
    if (remoteAddress === undefined) return { address: 'nowhere', scheme: 'http' }
    const proto = trust(remoteAddress, 0) ? incoming.headers['x-forwarded-proto'] : undefined
    const address = withoutPort(proxyaddr(incoming, (hop, index) => trust(withoutPort(hop), index)))
    return { address: countedAddress(address), scheme: proto === 'https' ? 'https' : 'http' }
  }
}
