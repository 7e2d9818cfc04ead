// @module-tag extended
// @module-tag process
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { repeat } from '#server/base/repeat.ts'
import { asChild } from '../faults/support/start-server.ts'
import type { ChildServer } from '../support/child-server.ts'
import { freePort } from '../support/free-port.ts'
import { hourly, insertFirings } from '../support/past-firings.ts'
import { PACE, startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const HOUR_MS = 3_600_000
const PRELOAD = join(import.meta.dirname, '../support/frozen-after.ts')

/** The web process; it neither watches nor sends. */
let web: TestApp
let trader: Trader
let connection: Awaited<ReturnType<Trader['connect']>>
beforeEach(async () => {
  web = await startTestApp({ role: 'web' })
  onTestFinished(() => web[Symbol.asyncDispose]())
  trader = await signUp(web)
  connection = await trader.connect(web.botApi)
  const alarms = await trader.connect(web.botApi, { name: 'Avisos' })
  await trader.api.watch.updateSettings({ connectionId: alarms.id })
})

/** One more process that watches and sends. @param frozenAfter pattern of the statement after which it freezes */
async function startWorker(frozenAfter?: string): Promise<ChildServer> {
  const databaseUrl = 'databaseUrl' in web.place ? web.place.databaseUrl : ''
  const worker = await asChild(PACE)({
    ROLE: 'worker',
    PORT: String(await freePort()),
    DATABASE_URL: databaseUrl,
    SECRET_KEY: web.secretKey,
    TELEGRAM_API_ROOT: web.botApi.root,
    LOG_LEVEL: 'warn',
    ...(frozenAfter && { NODE_OPTIONS: `--import=${PRELOAD}`, FROZEN_AFTER: frozenAfter }),
  })
  onTestFinished(() => worker[Symbol.asyncDispose]())
  return worker
}

const thaw = ({ pid }: ChildServer) => process.kill(pid, 'SIGCONT')

const sentWith = (text: string) => web.botApi.messages.filter(one => one.text.includes(text)).length

describe.each([
  ['what it has learned', '^\\s*update watched_series'],
  ['an alarm', '^insert into "watch_alarms"'],
  ['how far it has come', '^update "watch_duty" set "cursor"'],
  ['that it sends an alarm', '^update "watch_alarms" set "status" = \\S+ "attempts"'],
])('a process frozen after it has written %s', (_, statement) => {
  it('sends each alarm exactly once, also after the other process is killed', async () => {
    const frozen = await startWorker(statement)
    const cursors = followCursor()
    const until = Date.now() - 3 * HOUR_MS
    await insertFirings(web.app.db, connection.id, hourly('Ruptura', 30, until))
    await frozen.says('congelado')
    const other = await startWorker()
    await expect.poll(() => sentWith('«Ruptura» (Oro H1) no se dispara')).toBe(1)
    thaw(frozen)
    await postAlert(connection.webhookUrl, { alert_name: 'Ruptura' })
    const told = async () =>
      (await trader.api.watch.alarms()).map(({ kind, status }) => [kind, status])
    // A send without a stored outcome would be repeated, and say so.
    await expect.poll(told).toEqual([
      ['return', 'sent'],
      ['fall', 'sent'],
    ])
    await other.kill()
    // Now the thawed process is the only one.
    await postAlert(connection.webhookUrl, { alert_name: 'Cruce' })
    for (let n = 0; n < 12; n += 1) await postAlert(connection.webhookUrl, { alert_name: 'Ráfaga' })
    await expect.poll(told).toEqual([
      ['limit', 'sent'],
      ['return', 'sent'],
      ['fall', 'sent'],
    ])
    expect(sentWith('«Ruptura» (Oro H1) no se dispara')).toBe(1)
    expect(sentWith('«Ruptura» (Oro H1) se disparó')).toBe(1)
    expect(sentWith('«Ráfaga» (Oro H1) se disparó 12 veces')).toBe(1)
    expect(cursors).toEqual(cursors.toSorted())
    expect(new Set(cursors).size).toBeGreaterThan(2)
  })
})

/** Positions of the watch cursor, read every 50 ms. */
function followCursor() {
  const seen: string[] = []
  const following = repeat(
    async () => {
      const row = await web.app.db
        .selectFrom('watch_duty')
        .select('cursor')
        .where('name', '=', 'watching')
        .executeTakeFirst()
      if (row) seen.push(row.cursor)
    },
    { every: 50, onError() {} },
  )
  onTestFinished(() => following[Symbol.asyncDispose]())
  return seen
}
