/** Recognises secret and reserved keys by their name, in any spelling. */

import { memoize } from '../memoize.ts'

/** Whether a key is `connectionId`: the id of the connection, which is its secret. */
export const isConnectionId = (key: string): boolean => key.toLowerCase() === 'connectionid'

/** Whether users don't fill the key: `connectionId`, which the generators write, or `payload`, the whole payload. */
export const isReservedKey = (key: string): boolean =>
  isConnectionId(key) || key.toLowerCase() === 'payload'

const SECRET = new RegExp(
  [
    'secret|credential',
    'pass(phrase|code|w(or)?d|wort)|contrasena|senha',
    '(token|key)\\d*$|(api|access|private)key',
    '^(clave(api|deacceso)?|pass|pwd|pin|auth|authorization|bearer|jwt|cookie)$',
    '^licen[sc]e(id|code)?$|^(web)?hook(url|address)?$',
    'apisec|^(api|x)?sign$|signature$|^(otp|pin)(code)?$|^login(id)?$',
  ].join('|'),
)

/** A word that ends like the name of a key, but names none. */
const WORD =
  /^(?:(?:[Tt]ur|[Mm]on|[Dd]on|[Jj]oc|[Hh]oc|[Ww]his)key|(?:TUR|MON|DON|JOC|HOC|WHIS)KEY)$/

/**
 * Keys whose values are never shown: `secret`, `botToken`, `API-Key`, `sec_key`, and the connection's
 * id. A false match only leaves a field out of a list.
 */
export const isSecret = (key: string): boolean => judged(key).isSecret

/** Cache size in code units of names, which recur with each alert. */
const ROOM = 16_384

const judged = memoize(
  key => ({ isSecret: isConnectionId(key) || (!WORD.test(key) && SECRET.test(bare(key))) }),
  ROOM,
)

/** `isSecret`, extended by the names that a connection's owner has listed, which are compared without case. */
export function hiddenNames(neverShown: readonly string[] = []): (key: string) => boolean {
  if (neverShown.length === 0) return isSecret
  const listed = new Set(neverShown.map(name => name.trim().toLowerCase()))
  return key => listed.has(key.toLowerCase()) || isSecret(key)
}

/** The name without case, accents and separators. */
const bare = (key: string): string =>
  key
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
