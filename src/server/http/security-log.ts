import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { ReadSession } from '#server/accounts/read-session.ts'
import type { Log } from '#server/base/log.ts'
import type { ClientEnv } from './identify-client.ts'
import { requestIdOf } from './request-id.ts'

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
/** Refused events that are told line by line in a minute: of one client's, and of all. */
const TOLD_OF_EACH = 20
const TOLD_OF_ALL = 300
const TELL_EVERY_MS = 60_000

/**
 * Writes a line for each security event, with the client's address and, where it is known, the account's
 * id; other requests that are refused, and events of which a client has many refused, are counted, since
 * strangers can make any number of them. Comes after `identifyClient`.
 */
export function securityLog({
  readSignedIn,
  log,
}: {
  readSignedIn: ReadSession
  log: Log
}): MiddlewareHandler<ClientEnv> {
  const refusals = countRefusals(log)
  return async (c, next) => {
    const event = eventOf(c)
    if (event === undefined) {
      await next()
      if (REFUSED.includes(c.res.status)) refusals.count(c.res.status)
      return
    }
    const before = await readSignedIn(c.req.raw.headers)
    await next()
    const { status } = c.res
    // A stranger signs out of nothing.
    if (event === 'sign-out' && !before) return
    if (status >= 400 && !refusals.mayTell(c.get('client').network)) return refusals.count(status)
    const fields = {
      event,
      status,
      address: c.get('client').address,
      requestId: requestIdOf(c.env.outgoing),
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

/** Of a minute; then what was counted is one line. */
function countRefusals(log: Log) {
  const counts = new Map<number, number>()
  const told = new Map<string, number>()
  let toldOfAll = 0
  const endMinute = () => {
    if (counts.size > 0) log.warn({ counts: Object.fromEntries(counts) }, 'requests were refused')
    counts.clear()
    told.clear()
    toldOfAll = 0
  }
  const beginMinute = () => {
    if (counts.size === 0 && told.size === 0) setTimeout(endMinute, TELL_EVERY_MS).unref()
  }
  return {
    count(status: number): void {
      beginMinute()
      counts.set(status, (counts.get(status) ?? 0) + 1)
    },
    /** Whether one more is a line of its own. */
    mayTell(network: string): boolean {
      const ofThis = told.get(network) ?? 0
      if (ofThis >= TOLD_OF_EACH || toldOfAll >= TOLD_OF_ALL) return false
      beginMinute()
      told.set(network, ofThis + 1)
      toldOfAll += 1
      return true
    },
  }
}
