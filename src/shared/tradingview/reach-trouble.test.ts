import { describe, expect, it } from 'vitest'
import { isPrivate, reachTrouble, reachTroubles } from './reach-trouble.ts'

const kindOf = (origin: string) => reachTrouble(new URL(origin))?.kind

describe('reachTrouble', () => {
  it.each([
    'http://localhost:8080',
    'http://pregonero.localhost',
    'http://127.0.0.1:8080',
    'http://127.1.2.3',
    'http://[::1]:8080',
    'http://0.0.0.0:8080',
    'http://10.1.2.3',
    'https://192.168.1.20',
    'http://172.16.0.1',
    'http://172.31.255.1',
    'http://169.254.1.1',
    'http://100.64.0.1',
    'http://100.127.0.1',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://[::ffff:10.0.0.1]',
    'http://servidor',
    'https://nas.local',
    'https://nas.lan',
    'https://nas.home.arpa',
  ])('reports %s as private', origin => {
    expect(kindOf(origin)).toBe('private')
  })

  it('reports an IPv6 address', () => {
    expect(kindOf('https://[2001:db8::1]')).toBe('ipv6')
  })

  it('reports a port other than 80 and 443', () => {
    expect(kindOf('https://alertas.olmedo.es:8443')).toBe('port')
    expect(kindOf('http://alertas.olmedo.es:8080')).toBe('port')
  })

  it('reports unencrypted HTTP', () => {
    expect(kindOf('http://alertas.olmedo.es')).toBe('unencrypted')
    expect(kindOf('http://203.0.113.7')).toBe('unencrypted')
  })

  it.each([
    'https://alertas.olmedo.es',
    'https://alertas.olmedo.es:443',
    'https://alertas.olmedo.es:80',
    'https://172.32.0.1',
    'https://100.128.0.1',
    'https://10.example.com',
    'https://localhost.example.com',
    'https://fd.example.com',
  ])('accepts %s', origin => {
    expect(kindOf(origin)).toBeUndefined()
  })

  it('reports several problems of one address', () => {
    expect(reachTroubles(new URL('http://[::1]:8080'))).toEqual([
      'private',
      'ipv6',
      'port',
      'unencrypted',
    ])
  })

  it('recognises private IPv6 addresses with and without brackets', () => {
    for (const near of ['::', '::1', 'fd00::1', '::ffff:10.0.0.1']) {
      expect(isPrivate(near)).toBe(true)
      expect(isPrivate(`[${near}]`)).toBe(true)
    }
    expect(isPrivate('2001:db8::1')).toBe(false)
    expect(isPrivate('::1:2')).toBe(false)
  })

  it('gives the host with its port', () => {
    expect(reachTrouble(new URL('http://localhost:8080'))?.host).toBe('localhost:8080')
  })
})
