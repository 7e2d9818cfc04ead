import { describe, expect, it } from 'vitest'
import { clientAddress, networkOf, requestScheme } from './identify-client.ts'

describe('the address of a client', () => {
  it('is the socket’s when no proxy is believed, whatever the client says', () => {
    expect(clientAddress('192.0.2.1', undefined, 0)).toBe('192.0.2.1')
    expect(clientAddress('192.0.2.1', '198.51.100.7', 0)).toBe('192.0.2.1')
  })

  it('is what the believed proxies wrote, on the right of what the client made up', () => {
    expect(clientAddress('10.0.0.1', 'made-up, 198.51.100.7', 1)).toBe('198.51.100.7')
    expect(clientAddress('10.0.0.1', '203.0.113.9, 198.51.100.7, 10.0.0.2', 2)).toBe('198.51.100.7')
  })

  it('is the first entry when fewer proxies were passed than are believed', () => {
    expect(clientAddress('10.0.0.1', '198.51.100.7', 3)).toBe('198.51.100.7')
  })

  it('is the proxy’s own when the proxy wrote nothing that is an address', () => {
    expect(clientAddress('10.0.0.1', undefined, 1)).toBe('10.0.0.1')
    expect(clientAddress('10.0.0.1', '198.51.100.7, unknown', 1)).toBe('10.0.0.1')
    expect(clientAddress('10.0.0.1', '', 1)).toBe('10.0.0.1')
  })

  it('is bare: no port, no brackets, no zone, no IPv4 in IPv6 dress', () => {
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

  it('is the public address’s when the request was sent to that', () => {
    const ownUrl = new URL('https://alertas.example')
    expect(requestScheme({ ...direct, ownUrl, host: 'Alertas.example' })).toBe('https')
  })

  it('is what a believed proxy says, and only a believed one', () => {
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
])('the network of «%s» is «%s»', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
