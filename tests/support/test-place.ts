import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store, type StorePlace } from '#server/store/open-store.ts'
import { sqliteHere } from './sqlite-here.ts'

export type TestPlace = AsyncDisposable & { place: StorePlace }

type Databases = {
  /** Each gives the URL of a database of its own. */
  empty: () => Promise<string>
  migrated: () => Promise<string>
  drop: (databaseUrl: string) => Promise<void>
}

let databases: Databases | undefined

/** From now on each place is a database of its own there. */
export function keepInPostgres(there: Databases): void {
  databases = there
}

/** Whether the tests of this Vitest project run on PostgreSQL. */
export const isOnPostgres = (): boolean => databases !== undefined

/** Somewhere empty to keep things: a folder, or a PostgreSQL database in the tests that run on it. */
export async function emptyPlace(): Promise<TestPlace> {
  return databases ? inDatabase(await databases.empty(), databases) : emptyFolder()
}

/** Somewhere migrated, which takes most of the time of a first start, and otherwise empty. */
export async function migratedPlace(): Promise<TestPlace> {
  return databases ? inDatabase(await databases.migrated(), databases) : migratedFolder()
}

/** The same in a folder, whatever the other tests run on. */
export async function migratedFolder(): Promise<Folder> {
  migratedFile ??= migrateFile()
  const content = await migratedFile
  const folder = await emptyFolder()
  await writeFile(storeFile(folder.place), content)
  return folder
}

/** An empty store that leaves nothing behind. Its SQLite takes no threads, each of which costs a tenth of a second. */
export async function openTestStore(): Promise<Store & { place: StorePlace }> {
  await using open = new AsyncDisposableStack()
  const { place } = open.use(await migratedPlace())
  const store = open.use(await openStore(place, { connectSqlite: sqliteHere() }))
  const held = open.move()
  return { ...store, place, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

type Folder = AsyncDisposable & { place: { dataDir: string } }

/** An empty folder, whatever the other tests run on. */
export async function emptyFolder(): Promise<Folder> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pregonero-'))
  return {
    place: { dataDir },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  }
}

const inDatabase = (databaseUrl: string, { drop }: Databases): TestPlace => ({
  place: { databaseUrl },
  [Symbol.asyncDispose]: () => drop(databaseUrl),
})

let migratedFile: Promise<Buffer> | undefined

async function migrateFile(): Promise<Buffer> {
  await using folder = await emptyFolder()
  const store = await openStore(folder.place, { connectSqlite: sqliteHere() })
  await store[Symbol.asyncDispose]()
  return await readFile(storeFile(folder.place))
}

const storeFile = ({ dataDir }: { dataDir: string }) => join(dataDir, 'pregonero.sqlite')
