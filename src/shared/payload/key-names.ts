/** What a key's name says about its value, in any spelling. */

/** The connection's own id, which is its secret. */
export const isConnectionId = (key: string): boolean => key.toLowerCase() === 'connectionid'

/** Keys that the server fills: the connection's id, and the placeholder for the whole payload. */
export const isReservedKey = (key: string): boolean =>
  isConnectionId(key) || key.toLowerCase() === 'payload'

const SECRET = new RegExp(
  [
    'secret|credential',
    'pass(phrase|code|w(or)?d|wort)|contrasena|senha',
    '(token|key)\\d*$|(api|access|private)key',
    '^(clave(api|deacceso)?|pass|pwd|pin|auth|authorization|bearer|jwt|cookie)$',
    '^licen[sc]e(id|code)?$|^webhookurl$',
  ].join('|'),
)

/**
 * Keys whose values are never shown: `secret`, `botToken`, `API-Key`, `sec_key`, and the connection's
 * id. A false match only leaves a field out of a list.
 */
export const isSecret = (key: string): boolean => isConnectionId(key) || SECRET.test(bare(key))

/** Without case, accents and separators. */
const bare = (key: string): string =>
  key
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
