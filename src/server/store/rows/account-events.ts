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

/** A header may be longer by far. */
const MAX_USER_AGENT_LENGTH = 400
const MAX_DETAIL_LENGTH = 200

export type NewAccountEvent = {
  userId: string
  kind: AccountEventKind
  /** Left out where no browser or program did it, and of what came from many. */
  address?: string | undefined
  /** What is taken for one client: its failures of a day are one event. */
  network?: string | undefined
  userAgent?: string | undefined
  /** The name of what it concerns. */
  detail?: string | undefined
  /** How many failures it stands for. */
  count?: number
}

/** Writes down what happened to an account; failures of one kind and network in a day are added up. */
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
        // Of several at once, the last to be stored need not be the last that happened.
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

/** One page, the newest first, and how many there are in all. @param page from one */
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

/** Whether it was made and nobody has signed in since; of an account that is older than its events: no. */
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

/** The newest of each kind that an account keeps, so that nobody who does one thing again and again covers up another. */
const KEPT_OF_A_KIND = 200

/**
 * One batch of those that are too old, and one of those that are too many.
 * @param before milliseconds UTC
 * @returns how many it deleted: none when all is in order
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
