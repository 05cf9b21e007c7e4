import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
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

/** How many clients are remembered: their later requests carry the same addresses. */
const REMEMBERED = 1_000
/** Longest chain of addresses that is remembered, in characters; only an attacker sends a longer one. */
const LONGEST_CHAIN = 256
/** Most trusted proxies in a row. Each takes microseconds to recognise, and a header has room for thousands. */
const MOST_HOPS = 32

/**
 * Reads who sent a request. X-Forwarded-For and X-Forwarded-Proto count only from trusted proxies, because anybody can
 * send them: the client is the last address in the chain that is not trusted.
 */
export function clientReader(trusted: readonly string[]): (incoming: IncomingMessage) => Client {
  const trust = compileTrust(trusted)
  const known = new LRUCache<string, Client>({ max: REMEMBERED })
  const read = (incoming: IncomingMessage, remoteAddress: string): Client => {
    const proto = trust(remoteAddress, 0) ? incoming.headers['x-forwarded-proto'] : undefined
    const address = withoutPort(
      proxyaddr(incoming, (hop, index) => index < MOST_HOPS && trust(withoutPort(hop), index)),
    )
    return { address: countedAddress(address), scheme: proto === 'https' ? 'https' : 'http' }
  }
  return (incoming) => {
    const { remoteAddress } = incoming.socket
    if (remoteAddress === undefined) return { address: 'nowhere', scheme: 'http' }
    const { 'x-forwarded-for': chain = '', 'x-forwarded-proto': proto = '' } = incoming.headers
    if (chain.length + proto.length > LONGEST_CHAIN) return read(incoming, remoteAddress)
    const key = `${remoteAddress}|${proto}|${chain}`
    const client = known.get(key) ?? read(incoming, remoteAddress)
    known.set(key, client)
    return client
  }
}
