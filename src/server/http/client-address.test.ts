import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientReader, compileTrust } from './client-address.ts'

function incoming(remoteAddress: string | undefined, headers: Record<string, string> = {}): IncomingMessage {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

describe('who sends a request', () => {
  const forged = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' }

  it('is the other end of the connection, whatever headers say, when no proxy is trusted', () => {
    const read = clientReader([])
    expect(read(incoming('127.0.0.1', forged))).toEqual({ address: '127.0.0.1', scheme: 'http' })
  })

  it('is the client that a trusted proxy names', () => {
    const read = clientReader(['loopback'])
    expect(read(incoming('127.0.0.1', forged))).toEqual({ address: '198.51.100.7', scheme: 'https' })
    expect(read(incoming('::ffff:127.0.0.1', forged)).address).toBe('198.51.100.7')
    expect(read(incoming('203.0.113.9', forged))).toEqual({ address: '203.0.113.9', scheme: 'http' })
  })

  it('is the last untrusted address of a chain, so that a client cannot pose as another', () => {
    const chain = { 'x-forwarded-for': '192.0.2.1, 198.51.100.7, 10.1.2.3' }
    expect(clientReader(['loopback', '10.0.0.0/8'])(incoming('127.0.0.1', chain)).address).toBe('198.51.100.7')
    expect(clientReader(['loopback'])(incoming('127.0.0.1', chain)).address).toBe('10.1.2.3')
  })

  it('is sought among so many proxies as can stand in a row, because each one takes time', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`)
    const read = clientReader(['10.0.0.0/8'])
    expect(read(incoming('10.1.1.1', { 'x-forwarded-for': chain.join(', ') })).address).toBe('10.0.78.0')
  })

  it('is one client whatever port a proxy writes after its address, in every place of the chain', () => {
    const read = clientReader(['loopback', '10.0.0.0/8'])
    const addressOf = (chain: string) => read(incoming('127.0.0.1', { 'x-forwarded-for': chain })).address
    expect(addressOf('198.51.100.7:50123')).toBe('198.51.100.7')
    expect(addressOf('192.0.2.1, 198.51.100.7:50124, 10.1.2.3:443')).toBe('198.51.100.7')
    expect(addressOf('[2001:db8:1:2:3::4]:50123')).toBe('2001:db8:1:2::/64')
  })

  it('is the whole network of an IPv6 subscriber', () => {
    const read = clientReader([])
    expect(read(incoming('2001:db8:1:2:3:4:5:6')).address).toBe('2001:db8:1:2::/64')
    expect(read(incoming('::ffff:192.0.2.7')).address).toBe('192.0.2.7')
  })

  it('is nowhere when the connection has closed', () => {
    expect(clientReader(['loopback'])(incoming(undefined, forged)).address).toBe('nowhere')
  })

  it('cannot be read with an invalid list of trusted proxies', () => {
    expect(() => compileTrust(['everybody'])).toThrow('everybody')
  })
})
