import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { showsApiToken } from '#server/accounts/api-tokens/read-api-token.ts'
import type { Auth } from '#server/accounts/auth.ts'
import { refusalOf } from '#server/accounts/credentials.ts'
import { clock } from '#server/base/clock.ts'
import { type FairSemaphore, NoTurnError } from '#server/base/fair-semaphore.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { sessionIds } from '#server/store/rows/sessions.ts'
import { passwordTexts } from '#shared/texts/sign-in.ts'
import { JSON_TYPE, typeOf, wrongType } from './call-body.ts'
import { bodyTooLarge, errorAnswer } from './error-answer.ts'
import type { ClientEnv } from './identify-client.ts'

const MAX_BODY_BYTES = 16_384
/** Seconds until many of the waiting requests have had their turn. */
const FULL_RETRY_AFTER = 5

type LibraryPath = {
  method: 'GET' | 'POST'
  /** Below `/api/auth`. */
  path: string
  /** Required credential: no credential, a session, or a session whose user recently confirmed their identity. */
  needs: 'nobody' | 'session' | 'recent'
  /** True if a password or a code is tried, which waits for a turn. */
  inTurn: boolean
  /** True if success confirms the user's identity: the session becomes recent and gets another reference. */
  confirms?: true
  /** True if success changes how the user signs in: the session gets another reference. */
  renews?: true
}

/** Paths of the library that browsers need; no others are served. */
const PATHS: readonly LibraryPath[] = [
  { method: 'GET', path: '/get-session', needs: 'nobody', inTurn: false },
  { method: 'POST', path: '/sign-in/email', needs: 'nobody', inTurn: true },
  { method: 'POST', path: '/sign-in/second-factor', needs: 'nobody', inTurn: true },
  { method: 'POST', path: '/sign-out', needs: 'nobody', inTurn: false },
  { method: 'POST', path: '/verify-password', needs: 'session', inTurn: true, confirms: true },
  { method: 'GET', path: '/passkey/generate-register-options', needs: 'recent', inTurn: false },
  {
    method: 'POST',
    path: '/passkey/verify-registration',
    needs: 'recent',
    inTurn: false,
    renews: true,
  },
  {
    method: 'GET',
    path: '/passkey/generate-authenticate-options',
    needs: 'nobody',
    inTurn: false,
  },
  {
    method: 'POST',
    path: '/passkey/verify-authentication',
    needs: 'nobody',
    inTurn: false,
    confirms: true,
  },
  // The library itself asks for the current password here.
  { method: 'POST', path: '/change-password', needs: 'session', inTurn: true, renews: true },
]

/** Serves the paths of the authentication library that a browser needs, behind `identifyClient` and `originCheck`. */
export function signInRoutes({
  auth,
  db,
  passwordTurns,
  endStreams,
}: {
  auth: Auth
  db: Database
  passwordTurns: FairSemaphore
  /** Called with the id of each session that one of these requests ends. */
  endStreams: (sessionId: string) => void
}): Hono<ClientEnv> {
  const answerInTurn = (c: Context<ClientEnv>): Promise<Response> =>
    passwordTurns
      .run(c.get('client').network, () => answer(c, auth))
      .catch(error => {
        if (error instanceof NoTurnError) return tooManyAttempts(c, FULL_RETRY_AFTER)
        throw error
      })
  const only =
    (needs: LibraryPath['needs']): MiddlewareHandler<ClientEnv> =>
    async (c, next) => {
      // The library does not know API tokens, and would use the cookie sent with one.
      if (needs === 'nobody' && !showsApiToken(c.req.raw.headers)) return next()
      const who = await auth.readSignedIn(c.req.raw.headers)
      const credential = needs === 'nobody' ? 'session' : needs
      const refusal = refusalOf(who, { credential, reads: false }, clock.now())
      return refusal ? errorAnswer(c, refusal.status, refusal.code, refusal.message) : next()
    }
  /** Reads the body before `answer` needs it, so that a slow sender holds no turn. */
  const wholeBody: MiddlewareHandler<ClientEnv> = async (c, next) => {
    try {
      await c.req.arrayBuffer()
    } catch {
      return errorAnswer(c, 400, 'BAD_REQUEST', 'La petición llegó cortada.')
    }
    return next()
  }
  /** Accepts only JSON: the library reads forms too, but account events take the e-mail from JSON alone. */
  const onlyJson: MiddlewareHandler<ClientEnv> = async (c, next) => {
    const hasBody = c.req.raw.body !== null && c.req.header('content-length') !== '0'
    return hasBody && typeOf(c) !== JSON_TYPE ? wrongType(c, JSON_TYPE) : next()
  }
  const routes = new Hono<ClientEnv>()
  const limited = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: bodyTooLarge })
  for (const { method, path, needs, inTurn, confirms = false, renews = confirms } of PATHS) {
    const ask = inTurn ? answerInTurn : (c: Context<ClientEnv>) => answer(c, auth)
    routes.on(method, `/api/auth${path}`, only(needs), onlyJson, limited, wholeBody, async c => {
      const who = method === 'POST' ? await auth.readSignedIn(c.req.raw.headers) : null
      if (!who) return ask(c)
      const before = await sessionIds(db, who.userId)
      const response = await ask(c)
      if (renews && response.ok) await auth.renewSession(c.req.raw.headers, { confirmed: confirms })
      const after = new Set(await sessionIds(db, who.userId))
      for (const id of before) if (!after.has(id)) endStreams(id)
      return response
    })
  }
  return routes
}

async function answer(c: Context<ClientEnv>, auth: Auth): Promise<Response> {
  const { method } = c.req
  const { headers } = c.req.raw
  const url = new URL(c.req.url)
  // The path as matched, because the library would count attempts separately for each spelling.
  url.pathname = c.req.path
  const bytes = method === 'POST' ? await c.req.arrayBuffer() : null
  // An empty body counts as no body: a program that signs out sends neither body nor content type.
  const body = bytes?.byteLength ? bytes : null
  const response = await auth.handle(new Request(url, { method, headers, body }))
  const secondsToWait = response.headers.get('x-retry-after')
  if (secondsToWait !== null) return tooManyAttempts(c, Number(secondsToWait))
  return new Response(await withoutTokens(response), {
    status: response.status,
    headers: response.headers,
  })
}

/** Answer for too many requests; for too many wrong passwords the library has its own answer. */
function tooManyAttempts(c: Context, retryAfter: number): Response {
  c.header('Retry-After', String(retryAfter))
  return errorAnswer(c, 429, 'TOO_MANY_REQUESTS', passwordTexts.tooManyAttempts)
}

/** Removes session tokens, so that scripts cannot read them: cookies carry them. */
async function withoutTokens(response: Response): Promise<string> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!isJson || text === '') return text
  return JSON.stringify(JSON.parse(text, (key, value) => (key === 'token' ? undefined : value)))
}
