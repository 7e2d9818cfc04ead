import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { ReadSession } from '#server/accounts/read-session.ts'
import type { Log } from '#server/base/log.ts'
import type { ClientEnv } from './identify-client.ts'

/** What changes who may come in, or takes everything along. */
const EVENTS: readonly [method: string, path: RegExp, event: string][] = [
  ['POST', /^\/api\/auth\/sign-in\/email$/, 'sign-in'],
  ['POST', /^\/api\/auth\/sign-out$/, 'sign-out'],
  ['POST', /^\/api\/auth\/change-password$/, 'change of password'],
  ['POST', /^\/api\/registration$/, 'registration'],
  ['DELETE', /^\/api\/sessions\/[^/]+$/, 'end of a session'],
  ['GET', /^\/api\/export$/, 'export'],
  ['POST', /^\/api\/import$/, 'import'],
  ['POST', /^\/api\/reset$/, 'full reset'],
]
const REFUSED = [401, 403, 413, 415, 429]
const TELL_EVERY_MS = 60_000

/**
 * Writes a line for each security event, with the client's address and, where it is known, the account's
 * id; other requests that are refused are counted, since strangers can make any number of them. Comes
 * after `identifyClient`.
 */
export function securityLog({
  readSignedIn,
  log,
}: {
  readSignedIn: ReadSession
  log: Log
}): MiddlewareHandler<ClientEnv> {
  const count = countRefusals(log)
  return async (c, next) => {
    const event = eventOf(c)
    if (event === undefined) {
      await next()
      if (REFUSED.includes(c.res.status)) count(c.res.status)
      return
    }
    const before = await readSignedIn(c.req.raw.headers)
    await next()
    const { status } = c.res
    const fields = {
      event,
      status,
      address: c.get('client').address,
      userId: before?.userId ?? (await userIn(c.res)),
    }
    if (status < 400) log.info(fields, 'a security event')
    else log.warn(fields, 'a security event was refused')
  }
}

const eventOf = ({ req: { method, path } }: Context): string | undefined =>
  EVENTS.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2]

const signInAnswer = z.object({ user: z.object({ id: z.string() }) })

/** The library's answer says who has signed in. */
async function userIn(response: Response): Promise<string | undefined> {
  if (!response.ok || response.status === 204) return undefined
  return signInAnswer.safeParse(await response.clone().json()).data?.user.id
}

/** @returns counts one refusal; once a minute all that came are one line */
function countRefusals(log: Log): (status: number) => void {
  const counts = new Map<number, number>()
  const tell = () => {
    log.warn({ counts: Object.fromEntries(counts) }, 'requests were refused')
    counts.clear()
  }
  return status => {
    if (counts.size === 0) setTimeout(tell, TELL_EVERY_MS).unref()
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
}
