import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ADDRESS_HEADER, type Auth } from '#server/accounts/auth.ts'
import { sessionIds } from '#server/store/accounts.ts'
import type { Database } from '#server/store/schema.ts'
import type { ClientEnv } from './identify-client.ts'

const MAX_BODY_BYTES = 16_384

/** The authentication library's own paths, behind `identifyClient` and `originCheck`. */
export function signInRoutes({
  auth,
  db,
  endStreams,
}: {
  auth: Auth
  db: Database
  /** Is told of each session that ends here. */
  endStreams: (sessionId: string) => void
}): Hono<ClientEnv> {
  const routes = new Hono<ClientEnv>()
  routes.use('/api/auth/*', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }))
  routes.get('/api/auth/*', async c => answer(c, auth))
  routes.post('/api/auth/*', async c => {
    const signedIn = await auth.readSession(c.req.raw.headers)
    if (!signedIn) return answer(c, auth)
    const before = await sessionIds(db, signedIn.userId)
    const response = await answer(c, auth)
    const after = new Set(await sessionIds(db, signedIn.userId))
    for (const id of before) if (!after.has(id)) endStreams(id)
    return response
  })
  return routes
}

async function answer(c: Context<ClientEnv>, auth: Auth): Promise<Response> {
  const { address, scheme } = c.get('client')
  const headers = new Headers(c.req.raw.headers)
  headers.set(ADDRESS_HEADER, address)
  const { method, url } = c.req
  const bytes = method === 'POST' ? await c.req.arrayBuffer() : null
  // An empty body is none: a program that signs out sends nothing, and no content type either.
  const body = bytes?.byteLength ? bytes : null
  const response = await auth.handle(new Request(url, { method, headers, body }))
  return scheme === 'https' ? withSecureCookies(response) : response
}

function withSecureCookies(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.delete('set-cookie')
  for (const cookie of response.headers.getSetCookie())
    headers.append('set-cookie', `${cookie}; Secure`)
  return new Response(response.body, { status: response.status, headers })
}

const tooLarge = (c: Context): Response =>
  c.json(
    {
      defined: false,
      code: 'BODY_TOO_LARGE',
      status: 413,
      message: 'La petición es demasiado grande.',
    },
    413,
  )
