import { describe, expect, it } from 'vitest'
import { linkAddress } from './link-address.ts'

describe('linkAddress', () => {
  it.each([
    'https://es.tradingview.com/chart/?symbol=BINANCE:BTCUSDT',
    'http://a.b',
    'https://user:pass@a.b:8443/x#y',
    'https://[::1]:3000/',
    'https://español.es/ñ',
    'tg://resolve?domain=durov',
    'tg://user?id=42',
  ])('takes %s as it is', address => {
    expect(linkAddress(address)).toBe(address)
  })

  it.each([
    ['t.me/pregonero', 'http://t.me/pregonero'],
    ['a.b:80?x', 'http://a.b:80?x'],
    ['HTTPS://A.b/C', 'https://A.b/C'],
    ['tg:resolve?domain=durov', 'tg://resolve?domain=durov'],
    ['  https://a.b/c d\ne ', 'https://a.b/c%20d%0Ae'],
    ['https://a.b/\u{d800}', 'https://a.b/\u{fffd}'],
  ])('completes %j', (address, completed) => {
    expect(linkAddress(address)).toBe(completed)
  })

  it.each([
    '',
    'x',
    'javascript:alert(1)',
    'javascript://a.b/%0aalert(1)',
    'data:text/html,x.y',
    'ftp://a.b',
    'mailto:a@b.c',
    'file:///etc/passwd',
    'http://localhost:3000',
    'http://.',
    'http://',
    'http://a.b:0',
    'http://a.b:65536',
    'http://a.b:x',
    'http://a b.c',
    'http://a"b.c',
    'http://a%zz.b',
    'http://[x.y]',
    'tg://',
    `https://a.b/${'x'.repeat(2048)}`,
  ])('refuses %s', address => {
    expect(linkAddress(address)).toBeUndefined()
  })
})
