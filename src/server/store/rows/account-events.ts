import { newOrderedId } from '#server/base/ids.ts'
import { BATCH_SIZE } from '#server/store/engine/batches.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { truncate } from '#shared/format.ts'
import { DAY_MS } from '#shared/limits.ts'
import {
  type AccountEventKind,
  EVENTS_PER_PAGE,
  type FailureKind,
  failureKinds,
} from '#shared/model/account-event.ts'

/** Characters kept of a User-Agent header, which may be far longer. */
const MAX_USER_AGENT_LENGTH = 400
const MAX_DETAIL_LENGTH = 200

export type NewAccountEvent = {
  userId: string
  kind: AccountEventKind
  /** Client IP; undefined for events without a client, and for throttled tries, which come from many clients. */
  address?: string | undefined
  /** Network treated as one client: its failures of one kind in a day are one event. */
  network?: string | undefined
  userAgent?: string | undefined
  /** Name of the item that the event concerns. */
  detail?: string | undefined
  /** Number of failures added up in this event. */
  count?: number
}

/** Records an account event; failures of one kind and network in a day are added up in one row. */
export async function recordAccountEvent(
  db: Database,
  event: NewAccountEvent,
  now: number,
): Promise<void> {
  const { userId, kind, address, network, userAgent, detail, count = 1 } = event
  const id = newOrderedId(now)
  const day = Math.floor(now / DAY_MS)
  await db
    .insertInto('account_events')
    .values({
      id,
      user_id: userId,
      kind,
      at: now,
      since: now,
      count,
      address: address ?? null,
      user_agent: bounded(userAgent, MAX_USER_AGENT_LENGTH),
      detail: bounded(detail, MAX_DETAIL_LENGTH),
      repeat_key: isFailure(kind) ? `${kind} ${network ?? ''} ${day}` : id,
    })
    .onConflict(conflict =>
      conflict.columns(['user_id', 'repeat_key']).doUpdateSet(eb => ({
        // Concurrent events may be stored out of order: keep the latest instant.
        at: eb
          .case()
          .when('account_events.at', '>', eb.ref('excluded.at'))
          .then(eb.ref('account_events.at'))
          .else(eb.ref('excluded.at'))
          .end(),
        count: eb('account_events.count', '+', eb.ref('excluded.count')),
        address: eb.ref('excluded.address'),
        user_agent: eb.ref('excluded.user_agent'),
      })),
    )
    .execute()
}

export const isFailure = (kind: AccountEventKind): kind is FailureKind =>
  (failureKinds as readonly string[]).includes(kind)

const bounded = (text: string | undefined, length: number): string | null =>
  text ? truncate(text, length) : null

/** One page, newest first, and the total number of events. @param page from 1 */
export async function listAccountEvents({ db, userId }: Owner, page: number) {
  const own = db.selectFrom('account_events').where('user_id', '=', userId)
  const [rows, { total }] = await Promise.all([
    own
      .select(['id', 'kind', 'at', 'since', 'count', 'address', 'user_agent', 'detail'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(EVENTS_PER_PAGE)
      .offset((page - 1) * EVENTS_PER_PAGE)
      .execute(),
    own.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** True if the account has not signed in since its creation; false if the log lacks its creation. */
export async function isFirstSignIn(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('account_events')
    .select('kind')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['account-created', 'sign-in'])
    .orderBy('at', 'desc')
    .limit(2)
    .execute()
  return rows.length === 1 && rows[0]?.kind === 'account-created'
}

/** Newest events kept of each kind, so that repeating one kind can't push out the others. */
const KEPT_OF_A_KIND = 200

/**
 * Deletes one batch of outdated events and one of surplus ones.
 * @param before milliseconds UTC
 * @returns number of deleted events; 0 once all are trimmed
 */
export async function trimAccountEvents(
  trx: Transacting,
  userId: string,
  before: number,
): Promise<number> {
  const own = trx.selectFrom('account_events').where('user_id', '=', userId)
  const old = own.select('id').where('at', '<', before).orderBy('at').limit(BATCH_SIZE)
  const ranked = own.select(eb => [
    'id',
    eb.fn
      .agg<number>('row_number')
      .over(over => over.partitionBy('kind').orderBy('at', 'desc').orderBy('id', 'desc'))
      .as('nth'),
  ])
  const surplus = trx
    .selectFrom(ranked.as('ranked'))
    .select('id')
    .where('nth', '>', KEPT_OF_A_KIND)
    .limit(BATCH_SIZE)
  let deleted = 0n
  for (const some of [old, surplus]) {
    const { numDeletedRows } = await trx
      .deleteFrom('account_events')
      .where('id', 'in', some)
      .executeTakeFirstOrThrow()
    deleted += numDeletedRows
  }
  return Number(deleted)
}
