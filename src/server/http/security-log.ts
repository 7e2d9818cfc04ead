import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { ReadSignedIn } from '#server/accounts/credentials.ts'
import type { EventRecorder } from '#server/accounts/events/event-recorder.ts'
import { clock } from '#server/base/clock.ts'
import type { Log } from '#server/base/log.ts'
import type { ClientEnv } from './identify-client.ts'
import { requestIdOf } from './request-id.ts'
import { asConfirmation, kindOf, type SecurityEvent, securityEventOf } from './security-events.ts'

const REFUSED = [401, 403, 413, 415, 429]
/** Max refused events logged line by line per minute: of one client, and of all. */
const TOLD_OF_EACH = 20
const TOLD_OF_ALL = 300
const TELL_EVERY_MS = 60_000

/**
 * Writes a line for each security event, with the client's address and, if known, the account's id, and
 * records it for the account. Other refused requests, and lines of refused events over a limit, are only
 * counted, because strangers can make any number of them. Comes after `identifyClient`.
 */
export function securityLog({
  readSignedIn,
  events,
  log,
}: {
  readSignedIn: ReadSignedIn
  events: Pick<EventRecorder, 'record'>
  log: Log
}): MiddlewareHandler<ClientEnv> {
  const refusals = countRefusals(log)
  return async (c, next) => {
    const asked = securityEventOf(c.req)
    if (asked === undefined) {
      await next()
      if (REFUSED.includes(c.res.status)) refusals.count(c.res.status)
      return
    }
    const before = await readSignedIn(c.req.raw.headers)
    const event = before ? asConfirmation(asked) : asked
    await next()
    const { status } = c.res
    // A sign-out without a session has no effect.
    if (event.kind === 'sign-out' && !before) return
    const answer = await libraryAnswer(c)
    const userId = event.isStrangers ? answer.user?.id : before?.userId
    if (answer.name) c.set('concerned', answer.name)
    await record(c, event, { userId, code: answer.code })
    if (answer.recoveryCodesLeft !== undefined)
      await record(c, { ...event, kind: 'recovery-code-used' }, { userId, code: answer.code })
    if (status >= 400 && !refusals.mayTell(c.get('client').network)) return refusals.count(status)
    const fields = {
      event: event.event,
      status,
      address: c.get('client').address,
      requestId: requestIdOf(c.env.outgoing),
      userId,
    }
    if (status < 400) log.info(fields, 'a security event')
    else log.warn(fields, 'a security event was refused')
  }

  async function record(
    c: Context<ClientEnv>,
    event: SecurityEvent,
    { userId, code = '' }: { userId: string | undefined; code: string | undefined },
  ): Promise<void> {
    const kind = kindOf(event, c.res.status, code)
    // A right password without the second factor is not a sign-in yet.
    if (kind === undefined || (kind === 'sign-in' && userId === undefined)) return
    const email = event.isStrangers ? await emailIn(c) : undefined
    const whose = userId !== undefined ? { userId } : email !== undefined && { email }
    if (!whose) return
    const { address, network } = c.get('client')
    await events.record(whose, {
      kind,
      detail: c.get('concerned'),
      ...(kind !== 'throttled' && { address, network, userAgent: c.req.header('user-agent') }),
    })
  }
}

const answerSchema = z.object({
  user: z.object({ id: z.string() }).optional(),
  code: z.string().optional(),
  /** Name of the passkey that was created. */
  name: z.string().nullish(),
  /** Set after a sign-in with a recovery code. */
  recoveryCodesLeft: z.number().optional(),
})

/** Reads from the authentication library's answer who has signed in, or why not. */
async function libraryAnswer({ req, res }: Context): Promise<z.infer<typeof answerSchema>> {
  const isJson = res.headers.get('content-type')?.startsWith('application/json')
  if (!isJson || !req.path.startsWith('/api/auth/')) return {}
  return answerSchema.safeParse(await res.clone().json()).data ?? {}
}

/** E-mail in the request's body, which has been read before. */
async function emailIn(c: Context<ClientEnv>): Promise<string | undefined> {
  const body = await c.req.json().catch(() => undefined)
  return z.object({ email: z.string() }).safeParse(body).data?.email
}

/** Counts refusals, and logs the counts in one line per minute. */
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
    if (counts.size === 0 && told.size === 0) clock.timer(TELL_EVERY_MS, endMinute).unref()
  }
  return {
    count(status: number): void {
      beginMinute()
      counts.set(status, (counts.get(status) ?? 0) + 1)
    },
    /** True if another refused event of this client is within the minute's limits; counts it. */
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
