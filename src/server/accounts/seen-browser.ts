/** Header that carries the client's address past the HTTP layer, which overwrites any value sent by the client. */
export const ADDRESS_HEADER = 'x-pregonero-client-address'

/** A browser or program that has shown a credential of an account. */
export type SeenBrowser = { userId: string; userAgent: string | null; address: string | null }

/** @param headers of its request */
export const seenIn = (headers: Headers, userId: string): SeenBrowser => ({
  userId,
  userAgent: headers.get('user-agent'),
  address: headers.get(ADDRESS_HEADER),
})
