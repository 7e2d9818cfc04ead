/** Reads addresses that people copied by hand, with any additional characters. */
import { CONNECTION_ID_LENGTH } from '#server/base/ids.ts'
import { shortId } from '#shared/format.ts'

/**
 * `id` is the connection's address; null if the target is no plain webhook address. `within` are at most 8
 * texts in the target that may be ids of connections.
 */
export type WebhookAddress = { id: string | null; within: readonly string[] }

const EXACT = /^(?:https?:\/\/[^/?#]*)?\/webhooks\/([\w-]+)(?:[?#]|$)/
const WEBHOOK = /^\/+webhooks?\/+([^/]+)\/*$/i
const BELOW_WEBHOOKS = /^[^\w?#]*webhooks?[^\w?#-]+/i
/** Paths that other programs post to, which report their mistakes themselves. */
const OTHERS = /^\/+(?:api\/+(?!webhooks?\b)|latidos?\/)/i
const HEARTBEAT = /^\/+latidos?\/+([^/]+)\/*$/i

const MOST_WITHIN = 8
/** Code units, enough for two addresses in one; a longer target is read only if it is exact. */
const LONGEST_COPIED = 1_024

/**
 * @param target of a request
 * @returns undefined if it is no webhook's address and contains no text like an id; also for paths of other programs,
 *   and for a long target that is no exact address
 */
export function readWebhookAddress(target: string): WebhookAddress | undefined {
  const exact = EXACT.exec(target)?.[1]
  if (exact !== undefined) {
    const within = exact.length > CONNECTION_ID_LENGTH ? idsIn(exact, CONNECTION_ID_LENGTH) : []
    return { id: exact, within }
  }
  if (target.length > LONGEST_COPIED || OTHERS.test(target)) return undefined
  const id = copiedId(target, WEBHOOK)
  const text = decoded(target)
  const below = text.replace(BELOW_WEBHOOKS, '')
  const within = idsIn(below, below === text ? CONNECTION_ID_LENGTH : 1)
  if (id === undefined && within.length === 0) return undefined
  return { id: id ?? null, within: within.filter(one => one !== id) }
}

/** @returns the id in a heartbeat's address; undefined for any other address */
export const copiedHeartbeat = (target: string): string | undefined =>
  target.length > LONGEST_COPIED ? undefined : copiedId(target, HEARTBEAT)

/** The id after a path, without surrounding characters that ids cannot have. */
function copiedId(target: string, path: RegExp): string | undefined {
  const segment = path.exec(copiedPath(target))?.[1] ?? ''
  const id = segment.replace(/^[^\w-]+|[^\w-]+$/g, '')
  return id === '' || /[^\w-]/.test(id) ? undefined : id
}

/** Whitespace, control and format characters, which break an address anywhere. */
const UNSEEN = /[\s\p{Cc}\p{Cf}]+/gu

function copiedPath(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return decoded(path)
    .replace(UNSEEN, '')
    .replaceAll('\\', '/')
    .replace(/(?:\/\.)+(?=\/)/g, '')
}

/** Max rounds of decoding; an address that was pasted into another may be encoded twice. */
const MOST_ENCODINGS = 3

function decoded(text: string): string {
  let left = text
  for (let times = 0; times < MOST_ENCODINGS && left.includes('%'); times += 1) left = once(left)
  return left
}

/** Decodes once. Invalid UTF-8 is read byte by byte. */
function once(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([0-9a-f]{2})/gi, (_, byte: string) =>
      String.fromCharCode(Number.parseInt(byte, 16)),
    )
  }
}

const MOST_NAMES = 5
const LONGEST_NAME = 20

/** The first names of a target's parameters, except long ones. Their values are left out: they may be secrets. */
export function parameterNames(target: string): string[] {
  const [, query = ''] = target.split('?', 2)
  const names = [...new Set(new URLSearchParams(query).keys())]
  return names.filter(name => name !== '' && name.length <= LONGEST_NAME).slice(0, MOST_NAMES)
}

/** Finds texts that may be ids, the first and last of joined ids, and an id between the marks of italics. */
function idsIn(text: string, least: number): string[] {
  const ids = new Set<string>()
  for (const [run] of text.matchAll(/[\w-]+/g)) {
    if (run.length < least) continue
    ids.add(run)
    if (run.length > CONNECTION_ID_LENGTH) {
      const inside = /^[_-]+(.+?)[_-]+$/.exec(run)?.[1]
      if (inside?.length === CONNECTION_ID_LENGTH) ids.add(inside)
      ids.add(run.slice(0, CONNECTION_ID_LENGTH))
      ids.add(run.slice(-CONNECTION_ID_LENGTH))
    }
    if (ids.size >= MOST_WITHIN) break
  }
  return [...ids].slice(0, MOST_WITHIN)
}

const MOST_SHOWN = 120

/** Target as shown to the owner of an id in it, and in the log: with shortened ids and without parameter values. */
export function shownTarget(target: string): string {
  const [path = ''] = target.split('?', 1)
  const names = parameterNames(target)
  const shown = names.length === 0 ? path : `${path}?${names.join('&')}`
  const hidden = decoded(shown.slice(0, LONGEST_COPIED))
    .replace(UNSEEN, '')
    .replace(/[\w-]{16,}/g, shortId)
  return hidden.slice(0, MOST_SHOWN)
}
