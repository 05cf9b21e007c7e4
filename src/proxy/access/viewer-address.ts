import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that name one subscriber; the rest he chooses himself, anew as often as he likes. */
const SUBSCRIBER_BITS = 64

/** By what an address is counted: an IPv4 address itself, the /64 network of an IPv6 one, anything else as it is. */
export function viewerAddress(raw: string): string {
  if (!ipaddr.isValid(raw)) return raw
  // An IPv4 address that an IPv6 socket tells is read as the IPv4 address.
  const address = ipaddr.process(raw)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString().split('%')[0]}/${SUBSCRIBER_BITS}`)
  return `${network.toString()}/${SUBSCRIBER_BITS}`
}
