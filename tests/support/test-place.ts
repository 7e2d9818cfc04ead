import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store, type StorePlace } from '#server/store/open-store.ts'
import { sqliteHere } from './sqlite-here.ts'

export type TestPlace = AsyncDisposable & { place: StorePlace }

type Databases = {
  /** Each gives the URL of a separate database. */
  empty: () => Promise<string>
  migrated: () => Promise<string>
  drop: (databaseUrl: string) => Promise<void>
}

let databases: Databases | undefined

/** From now on each place is a separate database there. */
export function keepInPostgres(there: Databases): void {
  databases = there
}

/** True if the tests of this Vitest project run on PostgreSQL. */
export const isOnPostgres = (): boolean => databases !== undefined

/** An empty place: a folder, or a database if the tests run on PostgreSQL. */
export async function emptyPlace(): Promise<TestPlace> {
  return databases ? inDatabase(await databases.empty(), databases) : emptyFolder()
}

/** An empty place already migrated, which takes most of the time of a first start. */
export async function migratedPlace(): Promise<TestPlace> {
  return databases ? inDatabase(await databases.migrated(), databases) : migratedFolder()
}

/** The same in a folder, whatever the database of the tests. */
export async function migratedFolder(): Promise<Folder> {
  migratedFile ??= migrateFile()
  const content = await migratedFile
  const folder = await emptyFolder()
  await writeFile(storeFile(folder.place), content)
  return folder
}

/** Factor by which PostgreSQL may take longer than for users: the tests' machine may be slow. */
export const WAIT_FACTOR = 30

/** An empty store, removed on disposal. Its SQLite uses no threads, which cost a tenth of a second each. */
export async function openTestStore(): Promise<Store & { place: StorePlace }> {
  await using open = new AsyncDisposableStack()
  const { place } = open.use(await migratedPlace())
  const store = open.use(
    await openStore(place, { connectSqlite: sqliteHere(), waitFactor: WAIT_FACTOR }),
  )
  const held = open.move()
  return { ...store, place, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

type Folder = AsyncDisposable & { place: { dataDir: string } }

/** An empty folder, whatever the database of the tests. */
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
