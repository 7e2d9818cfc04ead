import { ok } from 'node:assert/strict'
import fc from 'fast-check'
import { calls, requestOf } from '../support/contract-calls.ts'
import { brokenValuesOf, valuesOf } from '../support/schema-values.ts'
import { checkAnswer } from './check-answer.ts'
import type { FuzzStage } from './fuzz-stage.ts'

/** Placeholder of an id until the call is sent: its owner and its index. */
const REFERENCE = /^«(own|other) (\d+)»$/
/** Calls after which the account is furnished again and its ids are read anew. */
const LOOK_AGAIN_AFTER = 200

/** @returns a property of one call */
export async function callProperty(stage: FuzzStage, count: (runs: number) => void) {
  const ids = { own: await idsOf(stage.attacker.api), other: await idsOf(stage.neighbour.api) }
  let made = 0
  return fc.asyncProperty(attempts, async attempt => {
    count(1)
    made += 1
    if (made % LOOK_AGAIN_AFTER === 0) {
      await furnish(stage)
      ids.own = await idsOf(stage.attacker.api)
    }
    if (made % 10 === 0) await stage.postKnownGood()
    await make(stage, attempt, ids)
  })
}

/** Signs the attacker in again and makes new connections, if they were removed. */
async function furnish(stage: FuzzStage): Promise<void> {
  const { status } = await fetch(`${stage.url}/api/profile`, {
    headers: { cookie: stage.attacker.cookie },
  })
  if (status === 401) await stage.signInAgain()
  const { api } = stage.attacker
  if ((await api.connections.list()).length < 3) {
    const { id: templateId } = await api.templates.create({ name: 'Suya', content: 'x' })
    const draft = { templateId, tags: ['oro'] }
    const { id: connectionId, webhookUrl } = await stage.attacker.connect(stage.botApi, draft)
    await api.tvConfigs.create({ name: 'Suya', connectionId, templateFields: {} })
    await fetch(webhookUrl, { method: 'POST', body: '{"a": 1,}' })
  }
}

type Attempt = {
  call: string
  signedIn: boolean
  input: unknown
  body: string | null
  query: string
}
type Ids = Record<'own' | 'other', string[]>

async function make(stage: FuzzStage, attempt: Attempt, ids: Ids): Promise<void> {
  const call = calls.find(({ name }) => name === attempt.call)
  if (!call) throw new Error(`there is no call ${attempt.call}`)
  const input = resolved(attempt.input, ids)
  const { method, target, body } = requestOf(call, input)
  await stage.timely(call.name, async () => {
    const response = await fetch(stage.url + target + attempt.query, {
      method,
      headers: {
        ...(attempt.signedIn && { cookie: stage.attacker.cookie }),
        'content-type': call.type,
      },
      body: method === 'GET' ? null : (attempt.body ?? body),
      redirect: 'manual',
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream) await response.body?.cancel()
    const answer = isStream ? '' : await response.text()
    checkAnswer(response.status, answer)
    ok(!answer.includes(stage.neighbour.email), 'the answer holds what belongs to another account')
  })
}

const resolved = (value: unknown, ids: Ids): unknown =>
  JSON.parse(JSON.stringify(value) ?? 'null', (_, each) => {
    const [, whose, which] = (typeof each === 'string' && REFERENCE.exec(each)) || []
    if (whose !== 'own' && whose !== 'other') return each
    return ids[whose][Number(which) % ids[whose].length] ?? 'ninguna'
  })

async function idsOf(api: FuzzStage['attacker']['api']): Promise<string[]> {
  const lists = await Promise.all([
    api.connections.list(),
    api.templates.list(),
    api.tvConfigs.list(),
    api.alerts.recent({ limit: 50 }),
    api.notifications.list(),
  ])
  return lists.flatMap(list => list.slice(0, 10).map(({ id }) => id))
}

const reference = fc
  .tuple(fc.constantFrom('own', 'own', 'own', 'other'), fc.nat(49))
  .map(([whose, which]) => `«${whose} ${which}»`)

const texts = (field: string) => {
  if (field === 'tz') return fc.constantFrom('UTC', 'Europe/Madrid', 'America/Bogota', 'nada')
  if (/^id$|ids$|Id$|^copyTokenOf$/.test(field)) return fc.oneof(reference, reference, fc.string())
  return undefined
}

/** Bodies of other shapes: any JSON, binary text, odd constants and deep nesting. */
const bodies = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '{',
    '[',
    'null',
    '1e999',
    '{"__proto__":{"a":1}}',
    '\ufeff{}',
    '{"a":1,"a":2}',
  ),
  fc.integer({ min: 1, max: 20_000 }).map(depth => '['.repeat(depth)),
)

const queries = fc.oneof(
  { weight: 9, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(fc.string(), fc.string()), { maxLength: 3 })
      .map(pairs => `${'?'}${new URLSearchParams(pairs)}&a[b][c]=1&page=1e9&__proto__[x]=1`),
  },
)

const attempts: fc.Arbitrary<Attempt> = fc.oneof(
  ...calls.map(call => {
    const values = call.schema ? valuesOf(call.schema, texts) : fc.constant(undefined)
    return fc.record<Attempt>({
      call: fc.constant(call.name),
      signedIn: fc.integer({ min: 0, max: 9 }).map(n => n > 0),
      input: fc.oneof(values, brokenValuesOf(values)),
      body: fc.option(bodies, { freq: 10 }),
      query: queries,
    })
  }),
)
