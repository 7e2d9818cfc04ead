import { hiddenNames } from '../payload/key-names.ts'
import { listedIn, type Payload } from '../payload/payload.ts'
import { withoutNamedSecrets } from '../payload/secrets-in-text.ts'
import { linkAddress } from './markup/link-address.ts'
import { showsSecret } from './mask-connection-id.ts'

/** Keys under which bodies carry a picture's address, compared without case; keys listed earlier take precedence. */
export const pictureKeys: readonly string[] = [
  'snapshot',
  'snapshot_url',
  'screenshot',
  'screenshot_url',
  'image',
  'image_url',
  'picture',
  'picture_url',
  'photo',
  'photo_url',
]

/** Keys that may hold a page's address instead: only addresses of image files and TradingView snapshots are used. */
export const chartKeys: readonly string[] = ['chart', 'chart_url', 'chart_image']

/**
 * Address of the picture that a payload, or the first object of a list, carries; undefined if none is usable.
 * @param secrets texts that the address must not contain
 * @param neverShown names whose values are never shown
 */
export function pictureOf(
  payload: Payload,
  secrets: readonly string[] = [],
  neverShown: readonly string[] = [],
): string | undefined {
  const isHidden = hiddenNames(neverShown)
  const named = Object.entries(listedIn(payload)?.[0] ?? payload).flatMap(([key, value]) => {
    const place = places.get(key.toLowerCase())
    return place === undefined || isHidden(key) ? [] : { place, value }
  })
  for (const { place, value } of named.sort((one, other) => one.place - other.place)) {
    const url = pictureAddress(value)
    if (url === undefined || (place >= pictureKeys.length && !isPicture(url))) continue
    const isWayIn = withoutNamedSecrets(url, isHidden) !== url
    if (!isWayIn && !secrets.some(secret => showsSecret(url, secret))) return url
  }
  return undefined
}

const places = new Map([...pictureKeys, ...chartKeys].map((key, place) => [key, place]))

function pictureAddress(value: unknown): string | undefined {
  const address = typeof value === 'string' ? value.trim() : ''
  // Exclude addresses with a user: everyone who opens the picture would see the password.
  return /^https?:\/\/[^/?#@\s]+(?=[/?#]|$)/i.test(address) ? linkAddress(address) : undefined
}

/** Whether the address is that of an image file or of a TradingView snapshot. */
const isPicture = (url: string): boolean =>
  /^[^?#]+\.(?:png|jpe?g|gif|webp)(?:[?#]|$)/i.test(url) ||
  /^https?:\/\/(?:\w+\.)?tradingview\.com\/x\/\w+/i.test(url)
