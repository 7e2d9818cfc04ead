import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ADDRESS_HEADER, type Auth } from '#server/accounts/auth.ts'
import { type FairTurns, NoTurnError } from '#server/base/fair-turns.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { sessionIds } from '#server/store/rows/sessions.ts'
import { passwordTexts } from '#shared/texts.ts'
import { bodyTooLarge, errorAnswer } from './error-answer.ts'
import type { ClientEnv } from './identify-client.ts'

const MAX_BODY_BYTES = 16_384
/** Seconds in which many of those who wait have had their turn. */
const FULL_RETRY_AFTER = 5
const SIGN_OUT = '/api/auth/sign-out'
const POSTS = [SIGN_OUT, '/api/auth/sign-in/email', '/api/auth/change-password']

/**
 * Those of the authentication library's own paths that a browser needs, behind `identifyClient`
 * and `originCheck`.
 */
export function signInRoutes({
  auth,
  db,
  passwordTurns,
  endStreams,
}: {
  auth: Auth
  db: Database
  passwordTurns: FairTurns
  /** Is told of each session that ends here. */
  endStreams: (sessionId: string) => void
}): Hono<ClientEnv> {
  const inTurn = (c: Context<ClientEnv>): Promise<Response> =>
    passwordTurns
      .run(c.get('client').network, () => answer(c, auth))
      .catch(error => {
        if (error instanceof NoTurnError) return tooManyAttempts(c, FULL_RETRY_AFTER)
        throw error
      })
  /** Reads the body, which `answer` finds read: who sends it slowly keeps no turn from others. */
  const wholeBody: MiddlewareHandler<ClientEnv> = async (c, next) => {
    try {
      await c.req.arrayBuffer()
    } catch {
      return errorAnswer(c, 400, 'BAD_REQUEST', 'La petición llegó cortada.')
    }
    return next()
  }
  const routes = new Hono<ClientEnv>()
  routes.use('/api/auth/*', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: bodyTooLarge }))
  routes.get('/api/auth/get-session', async c =>
    c.req.header('cookie') === undefined ? c.json(null) : answer(c, auth),
  )
  routes.on('POST', POSTS, wholeBody, async c => {
    const signedIn = await auth.readSession(c.req.raw.headers)
    if (!signedIn) return inTurn(c)
    const before = await sessionIds(db, signedIn.userId)
    const response = await (c.req.path === SIGN_OUT ? answer(c, auth) : inTurn(c))
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
  const secondsToWait = response.headers.get('x-retry-after')
  if (secondsToWait !== null) return tooManyAttempts(c, Number(secondsToWait))
  return new Response(await withoutTokens(response), {
    status: response.status,
    headers: scheme === 'https' ? withSecureCookies(response.headers) : response.headers,
  })
}

/** Not because of wrong passwords: of those the library's own answer tells. */
function tooManyAttempts(c: Context, retryAfter: number): Response {
  c.header('Retry-After', String(retryAfter))
  return errorAnswer(c, 429, 'TOO_MANY_REQUESTS', passwordTexts.tooManyAttempts)
}

/** Scripts get no session tokens to read: cookies carry them. */
async function withoutTokens(response: Response): Promise<string> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!isJson || text === '') return text
  return JSON.stringify(JSON.parse(text, (key, value) => (key === 'token' ? undefined : value)))
}

function withSecureCookies(headers: Headers): Headers {
  const secure = new Headers(headers)
  secure.delete('set-cookie')
  for (const cookie of headers.getSetCookie()) secure.append('set-cookie', `${cookie}; Secure`)
  return secure
}
