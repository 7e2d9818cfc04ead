import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#shared/limits.ts'
import { byUrgency, failureGroups, ofSameCauses, openCauses } from './failure-groups.ts'

const NOW = Date.UTC(2026, 10, 19, 12)
const HOUR = 3_600_000

/** @param worked hours ago */
const connection = (id: string, worked: number | null, over = {}) => ({
  id,
  name: id.toUpperCase(),
  lane: `ana:1:${id}`,
  bot_id: '1',
  topic_id: null,
  template_id: 'default-signal',
  worked: worked === null ? null : NOW - worked * HOUR,
  mended_at: null as number | null,
  ...over,
})

/** @param last hours ago */
const failure = (connection_id: string, code: string, last: number) => ({
  connection_id,
  code,
  last: NOW - last * HOUR,
  tried: NOW - last * HOUR,
})

const told = (causes: ReturnType<typeof openCauses>) =>
  causes.map(({ cause: { id, remedy }, lasts, failures }) => ({
    id,
    remedy,
    lasts,
    of: failures.map(({ connection_id, from }) => `${connection_id} ${(NOW - from) / HOUR} h`),
  }))

describe('an open cause', () => {
  it('groups the failures of all connections that it concerns', () => {
    const connections = ['oro', 'plata', 'cobre'].map(id => connection(id, 5))
    const failures = [
      failure('oro', 'token_invalid', 1),
      failure('plata', 'token_invalid', 2),
      failure('cobre', 'bot_kicked', 1),
    ]
    expect(told(openCauses(failures, connections, NOW))).toEqual([
      { id: 'token_invalid:1', remedy: 'connection', lasts: true, of: ['oro 25 h', 'plata 25 h'] },
      { id: 'bot_kicked:ana:1:cobre', remedy: 'chat', lasts: true, of: ['cobre 25 h'] },
    ])
  })

  it('is over once any connection that it may concern delivers', () => {
    const connections = [connection('oro', 5), connection('plata', 0.5)]
    const failures = [failure('oro', 'token_invalid', 1), failure('oro', 'bot_kicked', 1)]
    expect(told(openCauses(failures, connections, NOW))).toMatchObject([
      { id: 'token_invalid:1', lasts: false },
      { id: 'bot_kicked:ana:1:oro', lasts: true },
    ])
  })

  it('is over once it was mended, until a resend fails', () => {
    const mended = [connection('oro', 5, { mended_at: NOW - HOUR / 2 })]
    const failed = failure('oro', 'token_invalid', 1)
    expect(openCauses([failed], mended, NOW)).toMatchObject([{ lasts: false }])
    expect(openCauses([{ ...failed, tried: NOW }], mended, NOW)).toMatchObject([{ lasts: true }])
  })

  it('joins timeouts and outages of all bots', () => {
    const connections = [connection('oro', 5), connection('plata', 5, { bot_id: '2' })]
    const failures = [failure('oro', 'timeout', 2), failure('plata', 'outage', 1)]
    expect(told(openCauses(failures, connections, NOW))).toMatchObject([
      { id: 'no_answer:', remedy: 'resend', of: ['oro 25 h', 'plata 25 h'] },
    ])
  })

  it('reaches back a day before its newest failure, or a day from now once over', () => {
    const connections = [connection('oro', 70), connection('plata', 1)]
    const failures = [failure('oro', 'bot_kicked', 60), failure('plata', 'bot_kicked', 20)]
    expect(told(openCauses(failures, connections, NOW))).toMatchObject([
      { lasts: true, of: ['oro 84 h'] },
      { lasts: false, of: ['plata 24 h'] },
    ])
    const never = [connection('oro', null)]
    expect(openCauses(failures, never, NOW)[0]?.failures[0]?.from).toBe(0)
  })

  it('excludes causes over for a day, dropped alerts and connections that do not send', () => {
    const connections = [connection('oro', 1)]
    const failures = [
      failure('oro', 'timeout', 25),
      failure('oro', 'dropped', 1),
      failure('gone', 'bot_kicked', 1),
    ]
    expect(openCauses(failures, connections, NOW)).toEqual([])
  })

  it('leaves out a connection whose failure is a day older than the newest', () => {
    const connections = [connection('oro', 900), connection('plata', 900)]
    const failures = [failure('oro', 'outage', 800), failure('plata', 'outage', 1)]
    expect(told(openCauses(failures, connections, NOW))).toMatchObject([{ of: ['plata 900 h'] }])
  })

  it('belongs to a single connection when its code is of a newer version', () => {
    const failures = [failure('oro', 'moon', 1)]
    expect(told(openCauses(failures, [connection('oro', null)], NOW))).toMatchObject([
      { id: 'moon:oro', remedy: 'resend' },
    ])
  })
})

it('lists the connections and codes that share the cause of a failure', () => {
  const connections = [connection('oro', 1), connection('plata', 1), connection('cobre', 1)]
  const others = [connection('zinc', 1, { bot_id: '2' })]
  const keys = (code: string) =>
    ofSameCauses([failure('oro', code, 1)], [...connections, ...others]).map(
      each => `${each.connection_id} ${each.code}`,
    )
  expect(keys('token_invalid')).toEqual(['oro', 'plata', 'cobre'].map(id => `${id} token_invalid`))
  expect(keys('bot_kicked')).toEqual(['oro bot_kicked'])
  expect(keys('dropped')).toEqual([])
  expect(keys('timeout')).toEqual(expect.arrayContaining(['oro outage', 'zinc unreachable']))
})

it('adds up the failures of a cause and sorts lasting causes first', () => {
  const connections = [connection('oro', 0.1), connection('plata', 5), connection('cobre', 5)]
  const failures = [
    failure('oro', 'bot_kicked', 1),
    failure('plata', 'token_invalid', 3),
    failure('cobre', 'formatting', 2),
    failure('plata', 'formatting', 3),
  ]
  const causes = openCauses(failures, [...connections, connection('x', 1, { bot_id: '9' })], NOW)
  const described = failures.map(({ connection_id, code, last }, index) => ({
    connection_id,
    code,
    count: index === 3 ? 1_001 : 2,
    since: last - HOUR,
    last,
    newest: `${connection_id}-1`,
    reason: `Por ${code}.`,
  }))
  const at = (hours: number) => new Date(NOW - hours * HOUR).toISOString()
  const groups = failureGroups(causes, described)
  expect(groups.map(({ reason, lasts }) => [reason, lasts])).toEqual([
    ['Por bot_kicked.', false],
    ['Por formatting.', false],
    ['Por token_invalid.', false],
  ])
  expect(groups[1]).toEqual({
    id: 'formatting:default-signal',
    reason: 'Por formatting.',
    remedy: 'template',
    templateId: 'default-signal',
    lasts: false,
    count: 1_002,
    more: true,
    since: at(4),
    last: at(2),
    alertId: 'cobre-1',
    connectionCount: 2,
    connections: [
      { id: 'cobre', name: 'COBRE', count: 2, more: false, since: at(3), last: at(2) },
      { id: 'plata', name: 'PLATA', count: 1_000, more: true, since: at(4), last: at(3) },
    ],
  })
  const lasting = causes.map(cause => ({ ...cause, lasts: cause.cause.id.startsWith('token') }))
  expect(failureGroups(lasting, described)[0]?.id).toBe('token_invalid:1')
  // The order is known before the failures are counted.
  const inOrder = lasting.toSorted(byUrgency).map(({ cause }) => cause.id)
  expect(inOrder).toEqual(failureGroups(lasting, described).map(({ id }) => id))
})

it('lists 20 of the 1,000 connections of a cause, and their number', () => {
  const connections = Array.from({ length: 1_000 }, (_, n) => connection(`c${n}`, null))
  const failures = connections.map(({ id }, n) => failure(id, 'token_invalid', n / 100))
  const described = failures.map(({ connection_id, code, last }) => {
    const found = { connection_id, code, last, count: 2, since: last }
    return { ...found, newest: `${connection_id}-1`, reason: 'No.' }
  })
  const [group, ...others] = failureGroups(openCauses(failures, connections, NOW), described)
  expect(others).toEqual([])
  expect(group).toMatchObject({ count: 2_000, connectionCount: 1_000 })
  const first = Array.from({ length: 20 }, (_, n) => `c${n}`)
  expect(group?.connections.map(({ id }) => id)).toEqual(first)
})

it('includes a failure that is exactly a day old', () => {
  const failures = [failure('oro', 'timeout', 24)]
  expect(NOW - DAY_MS).toBe(failures[0]?.last)
  expect(openCauses(failures, [connection('oro', 1)], NOW)).toHaveLength(1)
})
