import { describe, expect, it } from 'vitest'
import { outgoingProxy } from './outgoing-proxy.ts'

const TELEGRAM = 'https://api.telegram.org'
const PROXY = 'http://proxy.example:3128'

describe('outgoingProxy', () => {
  it.each([
    [{}, TELEGRAM, undefined],
    [{ https: PROXY }, TELEGRAM, PROXY],
    [{ https: 'proxy.example:3128' }, TELEGRAM, PROXY],
    [{ https: 'https://ana:w@proxy.example' }, TELEGRAM, 'https://ana:w@proxy.example'],
    [{ http: PROXY }, TELEGRAM, undefined],
    [{ http: PROXY }, 'http://bots.example.com:8081', PROXY],
    [{ https: PROXY, no: '*' }, TELEGRAM, undefined],
    [{ https: PROXY, no: 'a.com, .telegram.org' }, TELEGRAM, undefined],
    [{ https: PROXY, no: 'telegram.org' }, TELEGRAM, undefined],
    [{ https: PROXY, no: 'API.Telegram.org:443' }, TELEGRAM, undefined],
    [{ https: PROXY, no: 'api.telegram.org:8443 gram.org' }, TELEGRAM, PROXY],
    [{ https: PROXY, no: '*.telegram.org' }, TELEGRAM, undefined],
    [{ all: PROXY }, TELEGRAM, PROXY],
    [{ https: PROXY, all: 'http://another' }, TELEGRAM, PROXY],
    [{ https: ' ', all: PROXY, no: 'a.com' }, TELEGRAM, PROXY],
    // A self-hosted Bot API server is on the private network.
    [{ http: PROXY }, 'http://127.0.0.1:8081', undefined],
    [{ http: PROXY }, 'http://telegram-bot-api:8081', undefined],
    [{ https: PROXY }, 'https://[fd00::1]', undefined],
  ])('maps %j for %s to %s', (variables, apiRoot, proxy) => {
    expect(outgoingProxy(variables, apiRoot)).toEqual({ proxy, trouble: null })
  })

  it.each([
    ...['socks5://ana:word@10.0.0.1:1080', 'http://', 'http://a b'],
    ...['ana:wo#word@10.0.0.1:3128', 'http://ana:a/word@10.0.0.1:3128'],
  ])('ignores %s, and reports it without its password', https => {
    const { proxy, trouble } = outgoingProxy({ https }, TELEGRAM)
    expect(proxy).toBeUndefined()
    expect(trouble).toMatch(/^HTTPS_PROXY=«.*» no se usa: .* http:\/\/ o https:\/\//)
    expect(trouble).not.toContain('word')
  })

  it('names the ignored variable', () => {
    expect(outgoingProxy({ all: 'socks5h://10.0.0.1' }, TELEGRAM).trouble).toMatch(/^ALL_PROXY=/)
  })
})
