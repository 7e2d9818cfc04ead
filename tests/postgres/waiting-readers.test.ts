import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import { freshDatabase } from '../support/fresh-database.ts'

const READERS = 4
/** Longer than a connection may take. */
const LONG_MS = 3_000

it('waits for its turn while others read for seconds', { tags: ['extended'] }, async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  await using store = await openStore({ databaseUrl })
  const ended = pause(LONG_MS)
  const reading = Promise.all(
    Array.from({ length: READERS }, () =>
      store.reader.transaction().execute(async () => {
        await ended
      }),
    ),
  )
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(store.reader)
  expect(rows).toEqual([{ one: 1 }])
  await reading
})
