import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that identify one subscriber, who can choose and change the rest at will. */
const SUBSCRIBER_BITS = 64

/** Bits that the largest network of one subscriber has in common. */
const SITE_BITS = 48

/**
 * How many times what an address may do all of a /48 network may: subscribers who have one could otherwise come from 65,536
 * networks, and usually it has several subscribers.
 */
export const ADDRESSES_A_SITE = 16

/** Removes the port that some reverse proxies write after an address: 192.0.2.7:50123, [2001:db8::1]:50123. */
export function withoutPort(raw: string): string {
  const [, v4, v6] = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(raw) ?? []
  return v4 ?? v6 ?? raw
}

/** The network in which translators between IPv4 and IPv6 show every IPv4 address, as the last four bytes (RFC 6052). */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Returns the text that an address is counted by: an IPv4 address itself, an IPv6 address's /64 network, anything else unchanged. */
export function countedAddress(raw: string): string {
  if (!ipaddr.isValid(raw)) return raw
  // Turns an IPv4 address that an IPv6 socket reports (::ffff:192.0.2.1) into plain IPv4.
  const address = ipaddr.process(raw)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  // All of them have the same /64 network.
  if (address.match(TRANSLATED)) return address.toByteArray().slice(-4).join('.')
  return networkOf(address.toNormalizedString().split('%')[0], SUBSCRIBER_BITS)
}

/** Returns the /48 network of a counted /64 network, which some subscribers have whole; null for anything else. */
export function siteOf(counted: string): string | null {
  const [address, bits] = counted.split('/')
  return bits === String(SUBSCRIBER_BITS) ? networkOf(address, SITE_BITS) : null
}

function networkOf(address: string | undefined, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`
}
