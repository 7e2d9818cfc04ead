/** What the name of a key says of its value, however it is spelled. */

/** The connection's own id, which is its secret. */
export const isConnectionId = (key: string): boolean => key.toLowerCase() === 'connectionid'

/** What no body has to bring: the connection's id, and the placeholder for the whole payload. */
export const isFilledHere = (key: string): boolean =>
  isConnectionId(key) || key.toLowerCase() === 'payload'

const SECRET =
  /secret|passphrase|passw(or)?d|contrasena|token$|(api|access|private)key|credential|^(pass|pwd|key|auth|authorization|clave)$/

/** What nobody should read over a shoulder: `secret`, `botToken`, `API-Key`, and the connection's id. */
export const isSecret = (key: string): boolean => isConnectionId(key) || SECRET.test(bare(key))

/** Without case, accents, and whatever sets its words apart. */
const bare = (key: string): string =>
  key
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
