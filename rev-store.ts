import { openTestStore } from './tests/support/test-place.ts'
import { alertRow, connectionRow } from './tests/support/rows.ts'
import { insertAlerts, deleteAlerts } from '#server/store/alerts.ts'
import { insertConnection } from '#server/store/connections.ts'
import { foldCounts } from '#server/store/fold-counts.ts'
import { listAlerts } from '#server/store/list-alerts.ts'
import { indexNewest, indexSome } from '#server/store/search-index.ts'
import { findSelected } from '#server/store/select-alerts.ts'
import { ownerTransaction } from '#server/store/owner.ts'
import { transaction } from '#server/store/transaction.ts'
import { alertQuerySchema, alertFilterSchema } from '#shared/model/alert.ts'
import { forgetHistory } from '#server/store/reset-account.ts'
import { clearHistory } from '#server/store/history-keeper.ts'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { sql } from 'kysely'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const which = process.argv[2]
const store = await openTestStore()
const ana = { db: store.db, userId: 'ana' }
const reading = { db: store.reader, userId: 'ana' }
const list = (q: object) => listAlerts(reading, alertQuerySchema.parse(q))
await insertConnection(ana, connectionRow('c'))
const BEGIN = 1_750_000_000_000
const id = (n: number) => `a-${String(n).padStart(7, '0')}`
async function fill(n: number, over: (k: number) => object = () => ({}), gap = 1_000) {
  for (let from = 0; from < n; from += 400)
    await transaction(store.db, trx => insertAlerts(trx, Array.from({ length: Math.min(400, n - from) }, (_, i) => alertRow({ id: id(from + i), user_id: 'ana', connection_id: 'c', status: 'success', received_at: BEGIN + (from + i) * gap, ...over(from + i) }))))
  while (await foldCounts(store.db));
}
async function indexAll() { while (await indexSome(store.db)); }
const ms = (t: number) => `${Math.round(performance.now() - t)}ms`

if (which === 'short') {
  const N = 10_050
  await fill(N, k => (k < 2 || k >= N - 3 ? { name: 'zq' } : {}))
  const shown = await list({ search: 'zq' })
  console.log('shown', shown.total, shown.more, shown.rows.map(r => r.id))
  const sel = await findSelected(reading, { filter: { search: 'zq' }, before: new Date().toISOString() })
  console.log('taken for deletion', sel)
}
if (which === 'name') {
  const N = 6_000
  await fill(N, k => ({ name: `Nombre ${k % 5}` }))
  let t = performance.now(); await indexAll(); console.log('indexed', ms(t))
  const gone = Array.from({ length: 2_500 }, (_, k) => id(N - 1 - k))
  for (let f = 0; f < gone.length; f += 500) await ownerTransaction(ana, own => deleteAlerts(own, gone.slice(f, f + 500)))
  t = performance.now(); await indexNewest(store.db); console.log('ahead', ms(t))
  const p = await list({ sort: 'alertName-asc', pageSize: 100 })
  console.log('page 1 by name', p.rows.length, 'of', p.total)
  const q = await list({ sort: 'alertName-asc', pageSize: 100, page: 3 })
  console.log('page 3 by name', q.rows.length)
  t = performance.now(); await indexAll(); console.log('rest of the notes', ms(t))
  console.log('page 1 afterwards', (await list({ sort: 'alertName-asc', pageSize: 100 })).rows.length)
}
if (which === 'busy') {
  await fill(10)
  const other = new DatabaseSync(join((store.place as { dataDir: string }).dataDir, 'pregonero.sqlite'))
  other.exec('begin immediate')
  const t = performance.now()
  await indexNewest(store.db).then(() => console.log('ok'), e => console.log('search refresh throws', e.name, ms(t)))
  console.log('reader meanwhile', (await list({})).total)
  other.exec('rollback'); other.close()
}
if (which === 'plan') {
  await fill(3000)
  const own = sql`user_id = ${'ana'}`
  const cond = sql`${own} and not (received_at > ${5e12} and connection_id in (select id from connections where ${own}))`
  for (const db of [store.db]) {
    const { rows } = await sql`explain query plan delete from alerts where ${cond} and (id) in (select id from alerts where ${cond} limit 500)`.execute(db)
    console.log(rows)
    console.log((await sql`explain query plan delete from search_texts where ${own} and (seq) in (select seq from search_texts where ${own} limit 500)`.execute(db)).rows)
  }
}
if (which === 'reset') {
  for (const n of [10_000, 40_000]) {
    await fill(n)
    const h = monitorEventLoopDelay({ resolution: 1 }); h.enable()
    const t = performance.now(); await forgetHistory(ana, 5e12 - 1 && BEGIN + 1e12)
    h.disable()
    console.log('forgetHistory', n, ms(t), 'longest block', Math.round(h.max / 1e6))
    await sql`delete from search_changes`.execute(store.db)
    while (await foldCounts(store.db));
  }
}
if (which === 'keeper') {
  await sql`insert into profiles (user_id, initial_setup_complete, notifications_enabled, history_days) values ('ana',1,1,30)`.execute(store.db)
  await fill(20_000)
  const h = monitorEventLoopDelay({ resolution: 1 }); h.enable()
  const t = performance.now(); const r = await clearHistory(ana, new AbortController().signal); h.disable()
  console.log('cleared', r.deleted, ms(t), 'longest block', Math.round(h.max / 1e6), 'p50', Math.round(h.percentile(50) / 1e6))
  const t2 = performance.now(); let s = 0; while (s < 100 && await indexSome(store.db)) s++
  console.log('100 index steps of gone ones', ms(t2))
}
if (which === 'big') {
  const text = (n: number) => { let s = ''; while (s.length < n) s += Math.random().toString(36).slice(2) + ' éá '; return s.slice(0, n) }
  for (const size of [65_000, 1_000_000]) {
    await transaction(store.db, trx => insertAlerts(trx, [alertRow({ id: `big-${size}`, user_id: 'ana', connection_id: 'c', received_at: BEGIN, payload: JSON.stringify({ t: text(size) }) })]))
    const h = monitorEventLoopDelay({ resolution: 1 }); h.enable(); await new Promise(r => setTimeout(r, 20)); h.reset()
    const t = performance.now(); await indexSome(store.db); const took = ms(t); await new Promise(r => setTimeout(r, 20)); h.disable()
    console.log(size, took, 'longest block', Math.round(h.max / 1e6))
  }
}
if (which === 'scan') {
  const text = (n: number) => { let s = ''; while (s.length < n) s += Math.random().toString(36).slice(2) + ' éá '; return s.slice(0, n) }
  const one = text(60_000)
  await fill(2000, () => ({ payload: JSON.stringify({ t: one }) }))
  const t = performance.now(); const r = await list({ search: 'xyzzyq' }); console.log('search among 2000 of 60 KB', r.total, ms(t))
  const t2 = performance.now(); const other = list({}); const slow = list({ search: 'zz' }); await Promise.all([other, slow]); console.log('short', ms(t2))
  const t3 = performance.now(); void list({ search: 'zz' }); await listAlerts({ db: store.reader, userId: 'eva' }, alertQuerySchema.parse({})); console.log('another account waits', ms(t3))
}
if (which === 'zone') {
  for (const from of ['2026-11-21T00:00:00+99:99', '2026-11-21T00:00:00+24:00', '2026-11-21T00:00+01:00', '2026-11-21T23:59:60Z', '0000-01-01T00:00:00Z','2026-11-21T00:00:00-23:59', '2026-11-21T24:00:00Z'])
    console.log(from, alertFilterSchema.safeParse({ from }).success, Date.parse(from))
}
if (which === 'fuzz') {
  let seed = 5; const rnd = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  const live = new Map<string, { at: number; status: string; conn: string }>()
  let n = 0
  const Q = 900_000
  let bad = 0
  for (let round = 0; round < 60; round += 1) {
    const rows = Array.from({ length: 20 }, () => {
      const at = BEGIN + Math.floor(rnd() * 60) * Q + (rnd() < 0.3 ? 0 : Math.floor(rnd() * Q))
      const status = ['success', 'failed', 'pending'][Math.floor(rnd() * 3)] as 'success'
      const conn = ['c', 'd'][Math.floor(rnd() * 2)] as string
      const key = id(n++); live.set(key, { at, status, conn })
      return alertRow({ id: key, user_id: 'ana', connection_id: conn, status, received_at: at, error_code: rnd() < 0.3 ? 'inactive' : null })
    })
    await transaction(store.db, trx => insertAlerts(trx, rows))
    if (rnd() < 0.5) await sql`select 1`.execute(store.db)
    if (rnd() < 0.4) await foldCounts(store.db)
    const keys = [...live.keys()]
    const del = keys.filter(() => rnd() < 0.25)
    if (del.length) { await ownerTransaction(ana, own => deleteAlerts(own, del)); for (const k of del) live.delete(k) }
    for (const k of [...live.keys()].filter(() => rnd() < 0.1)) { const s = ['success', 'failed', 'pending'][Math.floor(rnd() * 3)] as 'success'; await store.db.updateTable('alerts').set({ status: s }).where('id', '=', k).execute(); live.get(k)!.status = s }
    for (let c = 0; c < 25; c += 1) {
      const f: Record<string, string> = {}
      if (rnd() < 0.5) f.status = ['success', 'failed', 'pending'][Math.floor(rnd() * 3)] as string
      if (rnd() < 0.4) f.connectionId = 'c'
      const edge = () => new Date(BEGIN + Math.floor(rnd() * 64 - 2) * Q + (rnd() < 0.4 ? 0 : Math.floor(rnd() * Q))).toISOString()
      if (rnd() < 0.5) f.from = edge()
      if (rnd() < 0.5) f.to = edge()
      const sort = rnd() < 0.5 ? 'timestamp-desc' : 'timestamp-asc'
      const page = 1 + Math.floor(rnd() * 4)
      const match = [...live].filter(([, a]) => (!f.status || a.status === f.status) && (!f.connectionId || a.conn === f.connectionId) && (!f.from || a.at >= Date.parse(f.from)) && (!f.to || a.at < Date.parse(f.to)))
        .sort(([x, a], [y, b]) => (a.at - b.at || (x < y ? -1 : 1)) * (sort === 'timestamp-asc' ? 1 : -1)).map(([k]) => k)
      const got = await list({ ...f, sort, page, pageSize: 10 })
      const want = match.slice((page - 1) * 10, page * 10)
      if (got.total !== match.length || got.rows.map(r => r.id).join() !== want.join()) { bad++; if (bad < 4) console.log('BAD', round, f, sort, page, got.total, match.length, got.rows.length, want.length) }
      const byc = await list({ ...f, sort: 'connectionName-asc', page, pageSize: 10 })
      if (byc.total !== match.length || byc.rows.length !== want.length) { bad++; if (bad < 6) console.log('BADC', f, byc.total, match.length) }
    }
  }
  console.log('fuzz bad', bad)
}
await store[Symbol.asyncDispose]()
