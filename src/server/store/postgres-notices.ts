import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Notice, Notices } from './notices.ts'
import { Listener } from './postgres-listener.ts'
import type { Database } from './schema.ts'

const CHANNEL = 'pregonero'
/** PostgreSQL takes less than 8,000 bytes at once. */
const LARGEST_PAYLOAD = 7_500

type Payload = { from: string; notices: Notice[] }

/** `NOTIFY` and `LISTEN`. What is lost of it is found by looking again. */
export function postgresNotices(db: Database, url: string): Notices {
  const self = randomUUID()
  let untold: string[] = []
  let telling = Promise.resolve()
  let listener: Listener | undefined

  async function tellAll(): Promise<void> {
    // Whatever else happens in this turn of the event loop goes along.
    await pause(0)
    const notices = [...new Set(untold)]
    untold = []
    for (const payload of payloadsOf(notices, self))
      await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db).catch(() => {})
  }

  return {
    tell(notice) {
      untold.push(JSON.stringify(notice))
      if (untold.length === 1) telling = telling.then(tellAll)
    },
    listen(hear) {
      listener = new Listener(url, CHANNEL, {
        onBegin: () => hear({ kind: 'anything' }),
        onPayload: text => {
          const { from, notices }: Payload = JSON.parse(text)
          if (from !== self) for (const notice of notices) hear(notice)
        },
      })
    },
    async [Symbol.asyncDispose]() {
      await telling
      await listener?.stop()
    },
  }
}

/** As few as possible. @param notices as JSON */
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
