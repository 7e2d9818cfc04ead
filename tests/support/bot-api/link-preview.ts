/** Reads and checks the link preview options of a message. */
import {
  knowOnly,
  objectParameter,
  optionalBoolean,
  optionalString,
  refusing,
} from './json-object.ts'
import { PREVIEW_FIELDS } from './known-fields.ts'
import { linkProblem } from './link.ts'
import { badRequest } from './refusal.ts'

/** `url` is empty if Telegram takes the first address of the text, which it never enlarges. */
export type LinkPreview = {
  isDisabled: boolean
  url: string
  isLarge: boolean
  isSmall: boolean
  isAbove: boolean
}

export function readLinkPreview(json: string | undefined): LinkPreview {
  const options = objectParameter(json, 'link preview options') ?? new Map()
  return refusing('', () => {
    knowOnly(options, PREVIEW_FIELDS, 'option of a link preview')
    const isDisabled = optionalBoolean(options, 'is_disabled')
    const asked = optionalString(options, 'url')
    const isSmall = optionalBoolean(options, 'prefer_small_media')
    const isLarge = optionalBoolean(options, 'prefer_large_media')
    const isAbove = optionalBoolean(options, 'show_above_text')
    const url = isDisabled ? '' : asked
    const hasUrl = url !== ''
    return { isDisabled, url, isLarge: hasUrl && isLarge, isSmall: hasUrl && isSmall, isAbove }
  })
}

/** Check of Telegram itself, which comes last, after the rest of the message. */
export function checkPreviewUrl({ url }: LinkPreview): void {
  if (!url.isWellFormed()) throw badRequest('link preview URL must be encoded in UTF-8')
  const isPage = /^(https?:|[^:]*$)/i.test(url) && linkProblem(url) === null
  if (url !== '' && !isPage) throw badRequest('WEBPAGE_URL_INVALID')
}
