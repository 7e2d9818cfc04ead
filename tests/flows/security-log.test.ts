import { expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { startTestApp } from '../support/test-app.ts'
import { PASSWORD, signUp } from '../support/trader.ts'

type Line = { msg: string; event?: string; status?: number; userId?: string; address?: string }

async function startLogged() {
  const lines: Line[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const stage = await startTestApp({}, { log: createLog({ level: 'info', destination }) })
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${stage.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: stage.url, cookie },
      body: JSON.stringify(body),
    })
  return {
    ...stage,
    lines,
    post,
    events: () => lines.filter(({ event }) => event !== undefined),
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  }
}

it('the log has a line for each sign-in, refusal, export, token and session end', async () => {
  await using stage = await startLogged()
  const { api, cookie, email } = await signUp(stage)
  stage.lines.length = 0

  await stage.post('/auth/sign-in/email', { email, password: 'no es la contraseña' })
  await stage.post('/auth/sign-in/email', { email: 'nadie@example.com', password: PASSWORD })
  await stage.post('/auth/sign-in/email', { email, password: PASSWORD })
  await stage.post('/auth/change-password', { currentPassword: 'x', newPassword: PASSWORD }, cookie)
  await stage.post('/registration', { email: 'b@example.com', password: PASSWORD, code: 'x' })
  await api.data.exportAll()
  const made = await api.tokens.create({ name: 'Copia', scope: 'read', expiresAt: null })
  await api.tokens.remove({ id: made.id })
  const [, other] = await api.sessions.list()
  await api.sessions.end({ id: other?.id ?? '' })
  await stage.post('/auth/sign-out', {}, cookie)

  const told = () => stage.events().map(({ event, status }) => [event, status])
  await expect.poll(told).toEqual([
    ['sign-in', 401],
    ['sign-in', 401],
    ['sign-in', 200],
    ['change of password', 400],
    ['registration', 403],
    ['export', 200],
    ['new API token', 201],
    ['end of an API token', 204],
    ['end of a session', 204],
    ['sign-out', 200],
  ])
  const events = stage.events()
  expect(events.every(({ address }) => address === '127.0.0.1')).toBe(true)
  const known = new Set(events.map(({ userId }) => userId).filter(id => id !== undefined))
  expect(known.size).toBe(1)
  expect(events.filter(({ userId }) => userId === undefined)).toHaveLength(3)
  const written = JSON.stringify(stage.lines)
  for (const secret of [PASSWORD, 'no es la contraseña', email])
    expect(written).not.toContain(secret)
})

it('the log counts other refusals by status, in one line after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await using stage = await startLogged()
  stage.lines.length = 0
  for (let time = 0; time < 20; time += 1) await fetch(`${stage.url}/api/connections`)
  await fetch(`${stage.url}/api/templates`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  })
  expect(stage.lines).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(stage.lines).toMatchObject([{ msg: 'requests were refused', counts: { 401: 20, 403: 1 } }])
})

it('the log aggregates refusals beyond 20, and skips sign-outs without a session', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await using stage = await startLogged()
  stage.lines.length = 0
  for (let time = 0; time < 50; time += 1) {
    await stage.post('/reset', {})
    await stage.post('/auth/sign-out', {})
  }
  expect(stage.events().map(({ event, status }) => [event, status])).toEqual(
    Array.from({ length: 20 }, () => ['full reset', 401]),
  )
  vi.advanceTimersByTime(60_000)
  expect(stage.lines.at(-1)).toMatchObject({ msg: 'requests were refused', counts: { 401: 30 } })
  await stage.post('/reset', {})
  expect(stage.lines.at(-1)).toMatchObject({ event: 'full reset', status: 401 })
})
