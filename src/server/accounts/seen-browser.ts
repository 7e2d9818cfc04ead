/** Bears the client's address to what is behind the HTTP layer, which overwrites what the client sent. */
export const ADDRESS_HEADER = 'x-pregonero-client-address'

/** A browser, or a program, that has shown something of an account. */
export type SeenBrowser = { userId: string; userAgent: string | null; address: string | null }

/** @param headers of its request */
export const seenIn = (headers: Headers, userId: string): SeenBrowser => ({
  userId,
  userAgent: headers.get('user-agent'),
  address: headers.get(ADDRESS_HEADER),
})
