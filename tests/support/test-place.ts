import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store, type StorePlace } from '#server/store/open-store.ts'

let newDatabase: (() => Promise<string>) | undefined

/** From now on each place is a database of its own. @param create gives the URL of an empty one */
export function keepInPostgres(create: () => Promise<string>): void {
  newDatabase = create
}

/** Somewhere empty to keep things: a folder, or a PostgreSQL database in the tests that run on it. */
export async function emptyPlace(): Promise<AsyncDisposable & { place: StorePlace }> {
  if (newDatabase)
    return { place: { databaseUrl: await newDatabase() }, async [Symbol.asyncDispose]() {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'pregonero-'))
  return {
    place: { dataDir },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** An empty store that leaves nothing behind. */
export async function openTestStore(): Promise<Store & { place: StorePlace }> {
  await using open = new AsyncDisposableStack()
  const { place } = open.use(await emptyPlace())
  const store = open.use(await openStore(place))
  const held = open.move()
  return { ...store, place, [Symbol.asyncDispose]: () => held.disposeAsync() }
}
