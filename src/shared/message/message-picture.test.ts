import { describe, expect, it } from 'vitest'
import { parsePayload } from '../payload/payload.ts'
import { chartKeys, pictureKeys, pictureOf } from './message-picture.ts'

const ID = 'c7Kq9xSecretOfTheWebhook'
const picture = (body: object, secrets: string[] = []) =>
  pictureOf(parsePayload(JSON.stringify(body)), secrets)

const PICTURE = 'https://s3.tradingview.com/snapshots/a/abcd1234.png'
const SNAPSHOT = 'https://www.tradingview.com/x/abcd1234/'
const PAGE = 'https://es.tradingview.com/chart/?symbol=BINANCE:BTCUSDT'

describe('the picture of a payload', () => {
  it.each([...pictureKeys, ...chartKeys])('is found under %s, in any case', key => {
    expect(picture({ [key]: PICTURE })).toBe(PICTURE)
    expect(picture({ [key.toUpperCase()]: ` ${SNAPSHOT}\n` })).toBe(SNAPSHOT)
  })

  it('comes from a chart key only if the address looks like an image', () => {
    expect(picture({ chart_url: PAGE })).toBeUndefined()
    expect(picture({ chart: `${PAGE}#a.png` })).toBeUndefined()
    expect(picture({ chart_url: 'https://a.b/x.PNG?k=1' })).toBe('https://a.b/x.PNG?k=1')
    expect(picture({ image: 'https://a.b/render?symbol=BTC' })).toBe(
      'https://a.b/render?symbol=BTC',
    )
  })

  it('is the first non-empty one in the order of keys', () => {
    expect(picture({ chart: PICTURE, snapshot: '', image: SNAPSHOT })).toBe(SNAPSHOT)
  })

  it.each([
    'no es una dirección',
    'a.b/x.png',
    'ftp://a.b/x.png',
    'tg://resolve',
    'data:image/png;base64,AAAA',
    'https://localhost/x.png',
    'https://ana:clave@a.b/x.png',
    'Mira https://a.b/x.png',
    `https://a.b/${'x'.repeat(3_000)}.png`,
    '{{chart}}',
    '',
  ])('is not %j', snapshot => {
    expect(picture({ snapshot })).toBeUndefined()
  })

  it('comes only from its keys, and only from a text', () => {
    expect(picture({ url: PICTURE, link: PICTURE, foto: PICTURE })).toBeUndefined()
    expect(picture({ snapshot: [PICTURE], image: { url: PICTURE }, photo: 1 })).toBeUndefined()
    expect(picture(JSON.parse(`{"__proto__":{"snapshot":"${PICTURE}"}}`))).toBeUndefined()
  })

  it('never shows the webhook’s secret, however encoded', () => {
    const encoded = [...ID].map(letter => `%${letter.charCodeAt(0).toString(16)}`).join('')
    for (const secret of [ID, encoded, encodeURIComponent(encoded)])
      expect(picture({ snapshot: `https://a.b/${secret}.png` }, [ID])).toBeUndefined()
    expect(picture({ snapshot: `https://a.b/${ID}.png`, image: PICTURE }, [ID])).toBe(PICTURE)
  })
})
