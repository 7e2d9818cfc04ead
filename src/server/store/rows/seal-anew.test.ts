import { readFileSync } from 'node:fs'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createSecretBox } from '#server/base/secrets.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { connectionRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { insertAccount } from './accounts.ts'
import { sealAnew } from './seal-anew.ts'
import { readSealed, replaceSealed, type SealedColumn, sealedColumns } from './sealed-columns.ts'
import { insertSecondFactor } from './second-factors.ts'

const [OLD, NEW, LOST] = ['o', 'n', 'l'].map(letter => letter.repeat(40)) as [
  string,
  string,
  string,
]
/** More values than one batch. */
const COUNT = 250

const before = createSecretBox([OLD])
const during = createSecretBox([NEW, OLD])
const after = createSecretBox([NEW])
const [tokens, links, secrets] = sealedColumns as [SealedColumn, SealedColumn, SealedColumn]

let db: Database
beforeEach(async () => {
  const store = await openTestStore()
  onTestFinished(() => store[Symbol.asyncDispose]())
  db = store.db
})

it('seals values of any older form anew, and counts them', async () => {
  const withoutId = (sealed: string) => sealed.split('.').slice(0, 4).join('.')
  await connect((plain, nth) => {
    if (nth % 3 === 0) return during.encrypt(plain)
    return nth % 3 === 1 ? before.encrypt(plain) : withoutId(before.encrypt(plain))
  })
  await insertLink('open', before.encrypt('7:link'))
  await insertLink('over', '')
  await insertFactor(before.encrypt('a secret'))
  const told: number[] = []
  const sealed = await sealAnew(db, during, (_, count) => told.push(count))
  const current = Math.ceil(COUNT / 3)
  expect(sealed.map(({ sealedAnew, unopened }) => [sealedAnew, unopened])).toEqual([
    [COUNT - current, 0],
    [1, 0],
    [1, 0],
  ])
  expect(told.at(-3)).toBe(COUNT - current)
  await expectTokens(tokenOf)
  expect(await plainOf(links)).toEqual(['7:link'])
  expect(await plainOf(secrets)).toEqual(['a secret'])
  const again = await sealAnew(db, during)
  expect(again.map(({ sealedAnew }) => sealedAnew)).toEqual([0, 0, 0])
})

it('goes on where another run was cut off, also in two runs at once', async () => {
  await connect(plain => before.encrypt(plain))
  const cut = () => {
    throw new Error('cut off')
  }
  await expect(sealAnew(db, during, cut)).rejects.toThrow('cut off')
  await Promise.all([sealAnew(db, during), sealAnew(db, during)])
  await expectTokens(tokenOf)
})

it('keeps a concurrent edit, and seals it anew as well', async () => {
  await connect(plain => before.encrypt(plain))
  const edited = 'c007'
  const [value] = (await readSealed(db, tokens, '', COUNT)).filter(({ key }) => key === edited)
  await setToken(edited, before.encrypt('8:of the edit'))
  const given = { key: edited, sealed: value?.sealed ?? '', sealedAnew: during.encrypt('stale') }
  expect(await replaceSealed(db, tokens, [given])).toBe(0)
  await sealAnew(db, during)
  await expectTokens(nth => (nth === 7 ? '8:of the edit' : tokenOf(nth)))
})

it('leaves values that no key opens, and counts them', async () => {
  await connect((plain, nth) => (nth < 3 ? createSecretBox([LOST]) : before).encrypt(plain))
  await setToken('c003', 'no sealed value')
  const [found] = await sealAnew(db, during)
  expect(found).toMatchObject({ sealedAnew: COUNT - 4, unopened: 4 })
  expect(createSecretBox([LOST]).decrypt(await readToken('c000'))).toBe(tokenOf(0))
})

it('covers every column that the schema marks as encrypted', () => {
  const schema = readFileSync(new URL('../engine/schema.ts', import.meta.url), 'utf8')
  const named = [...schema.matchAll(/^type (\w+)Table = \{(.+?)^\}/gms)].flatMap(
    ([, table = '', body = '']) =>
      [...body.matchAll(/\/\*\* (?:Encrypted|Sealed)\b.*?\*\/\n\s+(\w+):/gs)].map(
        ([, column = '']) => `${table}.${column}`,
      ),
  )
  const camel = (table: string) =>
    table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
  expect(named.length).toBeGreaterThan(1)
  expect(sealedColumns.map(({ table, column }) => `${camel(table)}.${column}`).toSorted()).toEqual(
    named.toSorted(),
  )
})

const idOf = (nth: number) => `c${String(nth).padStart(3, '0')}`
const tokenOf = (nth: number) => `${nth}:token`

async function connect(seal: (plain: string, nth: number) => string): Promise<void> {
  const rows = Array.from({ length: COUNT }, (_, nth) => ({
    ...connectionRow(idOf(nth)),
    user_id: 'ana',
    version: 1,
    telegram_bot_token: seal(tokenOf(nth), nth),
  }))
  await db.insertInto('connections').values(rows).execute()
}

async function insertLink(code_hash: string, token: string): Promise<void> {
  const link = { user_id: 'ana', bot_id: '7', bot: '{}', created_at: 0, until: 0, listens: 1 }
  await db
    .insertInto('chat_links')
    .values({ ...link, code_hash, token, progress: '{}', version: 0 } as never)
    .execute()
}

async function insertFactor(secret: string): Promise<void> {
  const account = { id: 'ana', email: 'ana@example.com', name: 'Ana', passwordHash: '' }
  await transaction(db, async trx => {
    await insertAccount(trx, account, 0)
    await insertSecondFactor(trx, 'ana', { secret, since: 0, lastStep: 0 })
  })
}

const setToken = (id: string, telegram_bot_token: string) =>
  db.updateTable('connections').set({ telegram_bot_token }).where('id', '=', id).execute()

async function readToken(id: string): Promise<string> {
  const { telegram_bot_token } = await db
    .selectFrom('connections')
    .select('telegram_bot_token')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return telegram_bot_token
}

async function plainOf(column: SealedColumn): Promise<string[]> {
  const values = await readSealed(db, column, '', COUNT)
  return values.map(({ sealed }) => after.decrypt(sealed))
}

async function expectTokens(plain: (nth: number) => string): Promise<void> {
  expect(await plainOf(tokens)).toEqual(Array.from({ length: COUNT }, (_, nth) => plain(nth)))
  const rows = await db.selectFrom('connections').select('version').execute()
  expect(rows.every(({ version }) => version === 1)).toBe(true)
}
