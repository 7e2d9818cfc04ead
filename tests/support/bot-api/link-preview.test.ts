import { expect, it } from 'vitest'
import { checkPreviewUrl, readLinkPreview } from './link-preview.ts'

const read = (options: object) => readLinkPreview(JSON.stringify(options))
const url = 'https://s3.tradingview.com/snapshots/a/abc.png'

it('reads an address and its display options', () => {
  expect(readLinkPreview(undefined)).toMatchObject({ isDisabled: false, url: '', isLarge: false })
  expect(read({ url, prefer_large_media: true, show_above_text: true })).toEqual({
    isDisabled: false,
    url,
    isLarge: true,
    isSmall: false,
    isAbove: true,
  })
})

it('ignores the size without an address, and the address when disabled', () => {
  expect(read({ prefer_large_media: true })).toMatchObject({ isLarge: false })
  expect(read({ is_disabled: true, url, prefer_large_media: true })).toMatchObject({
    url: '',
    isLarge: false,
  })
})

it.each([
  ['null', 'object expected as link preview options'],
  ['{', "can't parse link preview options JSON object"],
  ['{"url":null}', 'field "url" must be of type String'],
  ['{"prefer_large_media":"yes"}', 'field "prefer_large_media" must be of type Boolean'],
  ['{"show_above":true}', 'this double knows no option of a link preview "show_above"'],
])('refuses %s', (json, why) => {
  expect(() => readLinkPreview(json)).toThrow(`Bad Request: ${why}`)
})

it.each(['http://localhost/a.png', 'ftp://a.b/c.png', 'tg://resolve?domain=a', 'a b'])(
  'refuses the address %j with WEBPAGE_URL_INVALID',
  bad => {
    expect(() => checkPreviewUrl(read({ url: bad }))).toThrow('Bad Request: WEBPAGE_URL_INVALID')
  },
)
