import { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import { checkDatabase } from '#server/diagnose/database.ts'
import { inTime } from '#server/diagnose/finding.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Finding } from '#shared/model/diagnosis.ts'
import { freePort } from '../support/free-port.ts'
import { freshDatabase } from '../support/fresh-database.ts'

it('reports missing permissions and too few connections of a role', async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  await (await openStore({ databaseUrl }))[Symbol.asyncDispose]()
  const guest = await guestOf(databaseUrl)
  const found = await look(guest)
  expect(found['Base de datos']).toMatchObject({ state: 'ok' })
  expect(found['Conexiones de PostgreSQL']).toMatchObject({
    state: 'wrong',
    detail: 'Quedan 8 de 9. Un proceso de Pregonero usa 15.',
  })
  expect(found['Permisos en PostgreSQL']).toMatchObject({
    state: 'wrong',
    detail: expect.stringContaining('alerts'),
  })
})

it('reports an empty database without creating tables in it', async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  const found = await look(databaseUrl)
  expect(found['Versión de los datos']).toMatchObject({ state: 'unknown' })
  const client = new Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query(`select 1 from pg_tables where schemaname = 'public'`)
  await client.end()
  expect(rows).toEqual([])
})

it('reports an unreachable server without revealing its password', async () => {
  const found = await look(`postgres://pregonero:secreta@127.0.0.1:${await freePort()}/pregonero`)
  expect(found['Base de datos']).toMatchObject({ state: 'wrong' })
  expect(JSON.stringify(found)).toContain('ECONNREFUSED')
  expect(JSON.stringify(found)).not.toContain('secreta')
})

async function look(databaseUrl: string): Promise<Record<string, Finding>> {
  const key = 'a secret key of thirty-two letters'
  const findings = await inTime('Base de datos', 30_000, () => checkDatabase({ databaseUrl }, key))
  return Object.fromEntries(findings.map(finding => [finding.what, finding]))
}

/** URL of the database for a new role that may read two tables and have nine connections. */
async function guestOf(databaseUrl: string): Promise<string> {
  const client = new Client(databaseUrl)
  await client.connect()
  const role = `guest_${new URL(databaseUrl).pathname.slice(1)}`
  await client.query(`create role ${role} login password 'x' connection limit 9`)
  await client.query(`grant select on kysely_migration, settings to ${role}`)
  await client.end()
  const url = new URL(databaseUrl)
  url.username = role
  url.password = 'x'
  return url.href
}
