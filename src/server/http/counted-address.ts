import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that identify one subscriber, who can choose and change the rest at will. */
const SUBSCRIBER_BITS = 64

/** Removes the port that some reverse proxies write after an address: 192.0.2.7:50123, [2001:db8::1]:50123. */
export function withoutPort(raw: string): string {
  const [, v4, v6] = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(raw) ?? []
  return v4 ?? v6 ?? raw
}

/** Returns the text that an address is counted by: an IPv4 address itself, an IPv6 address's /64 network, anything else unchanged. */
export function countedAddress(raw: string): string {
  if (!ipaddr.isValid(raw)) return raw
  // Turns an IPv4 address that an IPv6 socket reports (::ffff:192.0.2.1) into plain IPv4.
  const address = ipaddr.process(raw)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString().split('%')[0]}/${SUBSCRIBER_BITS}`)
  return `${network.toString()}/${SUBSCRIBER_BITS}`
}
