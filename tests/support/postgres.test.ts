// @module-tag server
// @module-tag process
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Postgres, startPostgres } from './postgres.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

async function ask(url: string, sql: string): Promise<object[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('a PostgreSQL for tests', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres({ fsync: false })
  })
  afterAll(() => postgres[Symbol.asyncDispose]())

  it('makes isolated databases, several at once', async () => {
    const [one = '', other = ''] = await Promise.all([
      postgres.createDatabase(),
      postgres.createDatabase(),
    ])
    await ask(one, 'create table things (name text)')
    expect(await ask(one, 'select * from things')).toEqual([])
    await expect(ask(other, 'select * from things')).rejects.toThrow('does not exist')
  })

  it.each(['stop', 'kill'] as const)('keeps committed rows after a %s', async end => {
    const url = await postgres.createDatabase()
    await ask(url, 'create table things (name text)')
    await ask(url, `insert into things values ('oro')`)
    await postgres[end]()
    await expect(ask(url, 'select 1')).rejects.toThrow('ECONNREFUSED')
    await postgres.start()
    expect(await ask(url, 'select * from things')).toEqual([{ name: 'oro' }])
  })

  it('compares texts in Spanish order, not by their bytes', async () => {
    const rows = await ask(postgres.url, `select 'a' < 'Z' as "mixed", 'é' < 'f' as accented`)
    expect(rows).toEqual([{ mixed: true, accented: true }])
  })
})

it('leaves no server and no folder behind when its process is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pregonero-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const script = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))}
    const { url } = await startPostgres()
    process.stdout.write(url)
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [url] = await once(child.stdout, 'data')
  expect(await ask(String(url), 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await readdir(folder)).toHaveLength(1)

  child.kill('SIGKILL')
  await ended
  await expect.poll(() => readdir(folder)).toEqual([])
  await expect(ask(String(url), 'select 1')).rejects.toThrow('ECONNREFUSED')
})
