import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '#server/base/clock.ts'
import type { Notice, Notices } from './notices.ts'
import { listenTo } from './postgres-listener.ts'
import type { Database } from './schema.ts'

const CHANNEL = 'pregonero'
/** Bytes of the notices in a payload, without its envelope; PostgreSQL accepts payloads below 8,000 bytes. */
const LARGEST_PAYLOAD = 7_500

type Payload = { from: string; notices: Notice[] }

/** Notices by `NOTIFY` and `LISTEN`. The next poll makes up for lost ones. */
export function postgresNotices(db: Database, url: string): Notices {
  const self = randomUUID()
  let untold: Notice[] = []
  let telling = Promise.resolve()
  let listening: AsyncDisposable | undefined

  async function tellAll(): Promise<void> {
    // Waits for the next turn of the event loop: all notices of this turn are sent together.
    await clock.pause(0)
    const notices = gathered(untold)
    untold = []
    for (const payload of payloadsOf(notices, self))
      await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db).catch(() => {})
  }

  return {
    tell(notice) {
      untold.push(notice)
      if (untold.length === 1) telling = telling.then(tellAll)
    },
    async listen(hear) {
      const listener = listenTo(url, CHANNEL, {
        onBegin: () => hear({ kind: 'anything' }),
        onPayload: text => {
          const payload = readPayload(text)
          if (payload && payload.from !== self)
            for (const notice of payload.notices) passOn(notice, hear)
        },
      })
      listening = listener
      await listener.tried
    },
    async [Symbol.asyncDispose]() {
      await telling
      await listening?.[Symbol.asyncDispose]()
    },
  }
}

/** Swallows errors: a notice of another program or another version must not end this process. */
function passOn(notice: Notice, hear: (notice: Notice) => void): void {
  try {
    hear(notice)
  } catch {
    // The next poll finds the change.
  }
}

/** @returns null for payloads of other programs, which may use the channel too */
function readPayload(text: string): Payload | null {
  try {
    const { from, notices }: Partial<Payload> = JSON.parse(text)
    return from && Array.isArray(notices) ? { from, notices } : null
  } catch {
    return null
  }
}

/** Drops duplicates, and merges `happened` notices of one event and connection, adding up their counts. */
function gathered(notices: readonly Notice[]): string[] {
  const happened = new Map<string, Notice & { kind: 'happened' }>()
  const others = new Set<string>()
  for (const notice of notices) {
    if (notice.kind !== 'happened') {
      others.add(JSON.stringify(notice))
      continue
    }
    const key = `${notice.userId} ${notice.what} ${notice.connectionId}`
    const count = (happened.get(key)?.count ?? 0) + notice.count
    happened.set(key, { ...notice, count })
  }
  // `happened` notices go first, before those of the changes they caused.
  return [...[...happened.values()].map(notice => JSON.stringify(notice)), ...others]
}

/** Packs notices into as few payloads as possible. @param notices as JSON */
function* payloadsOf(notices: readonly string[], from: string): Generator<string> {
  let together: string[] = []
  let bytes = 0
  for (const notice of notices) {
    const length = Buffer.byteLength(notice)
    if (bytes + length > LARGEST_PAYLOAD) {
      yield payloadOf(together, from)
      together = []
      bytes = 0
    }
    together.push(notice)
    bytes += length + 1
  }
  if (together.length > 0) yield payloadOf(together, from)
}

const payloadOf = (notices: readonly string[], from: string): string =>
  `{"from":"${from}","notices":[${notices}]}`
