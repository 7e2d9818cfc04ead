import { expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '#shared/limits.ts'
import { CookieJar } from '../support/cookie-jar.ts'
import { startBeside } from '../support/start-beside.ts'
import { startTestApp } from '../support/test-app.ts'
import { PASSWORD, signUp } from '../support/trader.ts'

/** Two processes on one database, and a signed-in user. */
async function start() {
  const first = await startTestApp({ role: 'web' })
  onTestFinished(() => first[Symbol.asyncDispose]())
  const second = await startBeside(first.config)
  const { cookie } = await signUp(first)
  const urls = [first.url, second.url]
  return { db: first.app.db, cookie, urls, tab: (n: number) => tabAt(urls, n, cookie) }
}

const tabAt = (urls: string[], n: number, cookie: string) =>
  new CookieJar(urls[n % urls.length] ?? '', { cookie })
const statusOf = async (jar: CookieJar) => (await jar.fetch('/api/profile')).status

it('gives a session one new reference for simultaneous requests to two processes', async () => {
  const { db, cookie, tab } = await start()
  const createdAt = new Date(Date.now() - DAY_MS).toISOString()
  await db.updateTable('session').set({ createdAt }).execute()
  const tabs = Array.from({ length: 20 }, (_, n) => tab(n))
  expect(new Set(await Promise.all(tabs.map(statusOf)))).toEqual(new Set([200]))
  const told = tabs.map(one => one.cookie).filter(one => one !== cookie)
  expect(new Set(told).size).toBe(1)
  expect(new Set(await Promise.all(tabs.map(statusOf)))).toEqual(new Set([200]))
})

it('counts a confirmation at both processes, and expires the previous reference', async () => {
  const { db, cookie, urls, tab } = await start()
  await db.updateTable('session').set({ authenticatedAt: 0 }).execute()
  const tabs = [tab(0), tab(1)]
  const answers = await Promise.all(
    tabs.map(one => one.fetch('/api/auth/verify-password', { body: { password: PASSWORD } })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const renewed = tabs.map(one => one.cookie).filter(one => one !== cookie)
  expect(new Set(renewed).size).toBe(1)
  const statuses = (shown: string, path: string) =>
    Promise.all(
      urls.map(async url => (await new CookieJar(url, { cookie: shown }).fetch(path)).status),
    )
  expect(await statuses(renewed[0] ?? '', '/api/export')).toEqual([200, 200])
  expect(await statuses(cookie, '/api/profile')).toEqual([200, 200])
  await db.updateTable('session').set({ previousUntil: Date.now() }).execute()
  expect(await statuses(cookie, '/api/profile')).toEqual([401, 401])
  expect(await statuses(renewed[0] ?? '', '/api/profile')).toEqual([200, 200])
})
