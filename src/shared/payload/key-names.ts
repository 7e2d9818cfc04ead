/** What the name of a key says of its value, however it is spelled. */

/** The connection's own id, which is its secret. */
export const isConnectionId = (key: string): boolean => key.toLowerCase() === 'connectionid'

/** What no body has to bring: the connection's id, and the placeholder for the whole payload. */
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
 * What nobody should read over a shoulder: `secret`, `botToken`, `API-Key`, `sec_key`, and the
 * connection's id. A key that ends like that and is none is only not listed.
 */
export const isSecret = (key: string): boolean => isConnectionId(key) || SECRET.test(bare(key))

/** Without case, accents, and whatever sets its words apart. */
const bare = (key: string): string =>
  key
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
