import { deepEqual, ok } from 'node:assert/strict'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { checkAnswer } from './check-answer.ts'
import type { FuzzStage } from './fuzz-stage.ts'

const BIG_BODY = 100 * 1_024 * 1_024
const PIECE = Buffer.alloc(65_536, '{"ok":true,')

let bots = 8_200_000_001

/** @returns a property of all requests to Telegram, which answers them in one hostile way */
export function telegramProperty(stage: FuzzStage, count: (runs: number) => void) {
  return fc.asyncProperty(hostileAnswers, async answer => {
    count(1)
    const token = stage.botApi.addBot(`${bots++}:${SECRET}`).token
    const connection = await stage.attacker.connect(stage.botApi, { telegramBotToken: token })
    const { lift } = stage.botApi.fail(
      { token },
      { kind: 'raw', answer: socket => void write(socket, answer, token) },
    )
    const { id: connectionId, webhookUrl, telegramChatId: chatId } = connection
    const post = (path: string, body: object) => ask(stage, 'POST', path, body, token)
    await Promise.all([
      stage.postKnownGood(),
      fetch(webhookUrl, { method: 'POST', body: '{"alert":"hostil"}' }).then(({ status }) =>
        deepEqual(status, 202),
      ),
      post(`/connections/${connectionId}/test`, {}),
      post('/telegram/bot', { connectionId }),
      post('/telegram/chats', { connectionId }),
      post('/telegram/links', { connectionId }),
      post('/telegram/chat', { connectionId, chatId }),
      stage.timely('/alerts', () => ask(stage, 'GET', '/alerts', null, token)),
    ])
    await pause(20)
    for (const path of [
      '/alerts',
      '/alerts/recent',
      '/error-logs',
      '/notifications',
      '/connections',
      '/stats/summary?tz=UTC',
    ])
      await stage.timely(path, () => ask(stage, 'GET', path, null, token))
    lift()
    await ask(stage, 'DELETE', `/connections/${connectionId}`, null, token)
  })
}

const SECRET = 'AAHfuzzfuzz-fuzz_fuzzfuzzfuzzfuzzfu'

async function ask(
  stage: FuzzStage,
  method: string,
  path: string,
  body: object | null,
  token: string,
): Promise<void> {
  const response = await fetch(`${stage.url}/api${path}`, {
    method,
    headers: { cookie: stage.attacker.cookie, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const answer = await response.text()
  checkAnswer(response.status, answer)
  for (const form of formsOf(token))
    ok(!answer.includes(form), `${path} holds the token: ${answer}`)
}

/** The token as it is, percent-encoded, in Base64, and its secret half. */
const formsOf = (token: string) => [
  token,
  encodeURIComponent(token),
  Buffer.from(token).toString('base64').slice(0, -4),
  SECRET,
]

type Ending = 'end' | 'cut' | 'hang' | 'endless' | 'big' | 'slow'
type Answer = {
  status: number
  headers: string[]
  body: string
  length: 'right' | 'none' | 'too long' | 'too short' | 'chunked'
  ending: Ending
}

/** Sends the answer, with «TOKEN» replaced by the token and «NEKOT» by its percent-encoded form. */
async function write(socket: Socket, answer: Answer, token: string): Promise<void> {
  socket.on('error', () => {})
  const body = Buffer.from(
    answer.body.replaceAll('TOKEN', token).replaceAll('NEKOT', encodeURIComponent(token)),
  )
  const lengths = {
    right: [`Content-Length: ${body.length}`],
    none: [],
    'too long': [`Content-Length: ${body.length + 100}`],
    'too short': [`Content-Length: ${body.length >> 1}`],
    chunked: ['Transfer-Encoding: chunked'],
  }
  const isMuch = answer.ending === 'big' || answer.ending === 'endless'
  const head = [
    `HTTP/1.1 ${answer.status} X`,
    ...answer.headers,
    ...(isMuch ? [] : lengths[answer.length]),
  ]
  socket.write(`${head.join('\r\n').replaceAll('TOKEN', token)}\r\n\r\n`)
  if (isMuch) return flood(socket, answer.ending === 'big' ? BIG_BODY : Number.POSITIVE_INFINITY)
  const isChunked = answer.length === 'chunked'
  if (answer.ending === 'slow') {
    for (const byte of body.subarray(0, 50)) {
      if (socket.destroyed) return
      socket.write(isChunked ? `1\r\n${String.fromCharCode(byte)}\r\n` : Buffer.from([byte]))
      await pause(20)
    }
  } else socket.write(isChunked ? `${body.length.toString(16)}\r\n${body}\r\n` : body)
  if (answer.ending === 'hang') return
  if (answer.ending === 'cut') socket.destroy()
  else socket.end(isChunked ? '0\r\n\r\n' : '')
}

async function flood(socket: Socket, bytes: number): Promise<void> {
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += PIECE.length)
    if (!socket.write(PIECE))
      await new Promise(resolve => socket.once('drain', resolve).once('close', resolve))
  socket.end()
}

const numbers = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom<unknown>(
    ...[0, -1, 1, 3, 0.2, 86_401, 2 ** 31, 2 ** 53, 1e300, null, '5', 'NaN', true, [], {}],
  ),
)

const descriptions = fc.oneof(
  fc.constantFrom<unknown>(
    ...['Bad Request: chat not found', 'Unauthorized', 'Forbidden: bot was blocked by the user'],
    ...[
      "Bad Request: can't parse entities",
      'Too Many Requests',
      'Bad Request: message is too long',
    ],
    ...[
      'bot TOKEN',
      'https://api.telegram.org/botTOKEN/sendMessage',
      'NEKOT',
      'TOKEN TOKEN',
      '\0\ud800',
    ],
    ...['', null, 7, {}, ['TOKEN'], 'x'.repeat(100_000), '<script>alert(1)</script>'],
  ),
  fc.string({ unit: 'binary' }),
)

const results = fc.oneof(
  fc.constantFrom<unknown>(true, null, [], {}, 'TOKEN', { message_id: 'x' }, { message_id: -1 }),
  fc.record({
    message_id: numbers,
    chat: fc.record({ id: numbers, type: descriptions }),
    date: numbers,
  }),
  fc.record({
    id: numbers,
    is_bot: fc.boolean(),
    first_name: descriptions,
    username: descriptions,
    title: descriptions,
    type: descriptions,
  }),
  fc.array(
    fc.record({
      update_id: numbers,
      message: fc.record({
        chat: fc.record({
          id: numbers,
          type: fc.constantFrom('private', 'group', 'x'),
          title: descriptions,
        }),
      }),
    }),
  ),
  fc.jsonValue(),
)

const answersInJson = fc
  .record(
    {
      ok: fc.oneof(fc.boolean(), numbers),
      result: results,
      error_code: numbers,
      description: descriptions,
      parameters: fc.record(
        { retry_after: numbers, migrate_to_chat_id: numbers },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  .map(value => JSON.stringify(value))

const hostileAnswers: fc.Arbitrary<Answer> = fc.record({
  status: fc.oneof(
    fc.constantFrom(
      200,
      200,
      200,
      400,
      401,
      403,
      404,
      409,
      429,
      500,
      502,
      301,
      302,
      307,
      204,
      304,
      999,
    ),
    fc.integer({ min: 200, max: 999 }),
  ),
  headers: fc.subarray([
    ...[
      'Content-Type: application/json',
      'Location: http://127.0.0.1:1/botTOKEN/x',
      'Retry-After: -1',
    ],
    ...[
      'Content-Encoding: gzip',
      'Set-Cookie: a=b',
      `X-Long: ${'x'.repeat(8_000)}`,
      'Connection: close',
    ],
  ]),
  body: fc.oneof(
    { weight: 6, arbitrary: answersInJson },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '<html>TOKEN</html>', '['.repeat(100_000), 'null', '"TOKEN"'),
    },
  ),
  length: fc.constantFrom('right', 'right', 'right', 'none', 'too long', 'too short', 'chunked'),
  ending: fc.constantFrom<Ending>(
    ...Array(10).fill('end'),
    'cut',
    'hang',
    'endless',
    'big',
    'slow',
  ),
})
