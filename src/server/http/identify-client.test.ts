import { describe, expect, it } from 'vitest'
import { clientAddress, networkOf, requestScheme } from './identify-client.ts'

describe('the address of a client', () => {
  it('is the socket’s when no proxy is trusted, whatever the client sends', () => {
    expect(clientAddress('192.0.2.1', undefined, 0)).toBe('192.0.2.1')
    expect(clientAddress('192.0.2.1', '198.51.100.7', 0)).toBe('192.0.2.1')
  })

  it('is the entry of the trusted proxies, right of those made up by the client', () => {
    expect(clientAddress('10.0.0.1', 'made-up, 198.51.100.7', 1)).toBe('198.51.100.7')
    expect(clientAddress('10.0.0.1', '203.0.113.9, 198.51.100.7, 10.0.0.2', 2)).toBe('198.51.100.7')
  })

  it('is the first entry when fewer proxies were passed than are trusted', () => {
    expect(clientAddress('10.0.0.1', '198.51.100.7', 3)).toBe('198.51.100.7')
  })

  it('is the proxy’s own when the proxy wrote no valid address', () => {
    expect(clientAddress('10.0.0.1', undefined, 1)).toBe('10.0.0.1')
    expect(clientAddress('10.0.0.1', '198.51.100.7, unknown', 1)).toBe('10.0.0.1')
    expect(clientAddress('10.0.0.1', '', 1)).toBe('10.0.0.1')
  })

  it('is bare: without port, brackets, zone and IPv4-mapped prefix', () => {
    expect(clientAddress('::ffff:192.0.2.1', undefined, 0)).toBe('192.0.2.1')
    expect(clientAddress('fe80::1%eth0', undefined, 0)).toBe('fe80::1')
    expect(clientAddress('10.0.0.1', '198.51.100.7:4711', 1)).toBe('198.51.100.7')
    expect(clientAddress('10.0.0.1', '[2001:db8::1]:4711', 1)).toBe('2001:db8::1')
  })
})

describe('the scheme of a request', () => {
  const direct = { host: 'localhost:8080', forwardedProto: undefined, trustProxy: 0 }

  it('is HTTP when the server is reached directly, even if its public address is HTTPS', () => {
    expect(requestScheme({ ...direct, ownUrl: new URL('http://localhost:8080') })).toBe('http')
    expect(requestScheme({ ...direct, ownUrl: new URL('https://alertas.example') })).toBe('http')
  })

  it('is that of the public address when the request was sent there', () => {
    const ownUrl = new URL('https://alertas.example')
    expect(requestScheme({ ...direct, ownUrl, host: 'Alertas.example' })).toBe('https')
  })

  it('is taken from a trusted proxy only, if it is http or https', () => {
    const forwarded = {
      ...direct,
      ownUrl: new URL('http://localhost:8080'),
      forwardedProto: 'https',
    }
    expect(requestScheme({ ...forwarded, trustProxy: 1 })).toBe('https')
    expect(requestScheme({ ...forwarded, trustProxy: 0 })).toBe('http')
    expect(requestScheme({ ...forwarded, forwardedProto: 'ftp', trustProxy: 1 })).toBe('http')
  })
})

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::1:0:0:1:1', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('counts «%s» in the network «%s»', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
