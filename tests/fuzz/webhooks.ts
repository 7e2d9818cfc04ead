import { deepEqual, ok } from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { jsonBodies, mendedBodies, textBodies } from '../support/alert-bodies.ts'
import { checkAnswer } from './check-answer.ts'
import type { FuzzStage } from './fuzz-stage.ts'

const MAX_BYTES = 65_536
const LINES = 6

/** Webhook requests that are posted at the same time. */
const MOST_AT_ONCE = 32

/** @returns a property of many webhooks at once */
export async function webhookProperty(stage: FuzzStage, count: (runs: number) => void) {
  const { templates } = stage.attacker.api
  const contents = [
    '{{payload}}',
    '*{{ticker}}* {{close}}\n{{message}}{{text}}{{msg}}',
    '{{{x}}}{{#a}}',
  ]
  const connections = [await stage.openOwnLine()]
  for (const content of contents) {
    const { id: templateId } = await templates.create({ name: 'Fuzz', content })
    connections.push(await stage.attacker.connect(stage.botApi, { templateId, groupBursts: false }))
  }
  while (connections.length < LINES) connections.push(await stage.attacker.connect(stage.botApi))
  const urls = connections.map(({ webhookUrl }) => webhookUrl)
  return fc.asyncProperty(
    fc.array(webhooks, { minLength: 1, maxLength: MOST_AT_ONCE, size: 'max' }),
    async cases => {
      count(cases.length)
      await Promise.all([
        stage.postKnownGood(),
        ...cases.map(each =>
          stage.timely('a webhook', () => post(urls[each.line % urls.length] ?? '', each)),
        ),
      ])
    },
  )
}

/** Checks that Telegram would refuse no message that was made of the bodies. */
export function checkMessages({ botApi }: FuzzStage): void {
  const refused = botApi.requests.filter(
    ({ method, status }) => method === 'sendmessage' && status === 400,
  )
  const texts = refused.map(({ parameters }) => parameters.get('text')?.slice(0, 1_000))
  deepEqual(texts.slice(0, 3), [], 'Telegram would refuse a message')
}

type Framing = 'whole' | 'chunked' | 'cut' | 'too long'
type Webhook = { line: number; contentType: string; framing: Framing; body: Buffer }

async function post(url: string, { body, contentType, framing }: Webhook): Promise<void> {
  if (framing !== 'whole') return postRaw(new URL(url), { body, contentType, framing })
  const headers = { 'content-type': contentType }
  const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
  check(response.status, await response.text(), body)
}

function check(status: number, answer: string, body: Uint8Array): void {
  checkAnswer(status, answer)
  if (status === 202) {
    ok(JSON.parse(answer).alertId, answer)
    return
  }
  const allowed = body.length > MAX_BYTES ? [413] : [400]
  ok(allowed.includes(status), `${body.length} bytes were answered ${status}: ${answer}`)
}

/** Posts a request that is chunked, or whose length is wrong. */
async function postRaw(
  { port, pathname }: URL,
  { body, contentType, framing }: Omit<Webhook, 'line'>,
): Promise<void> {
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  const length = {
    chunked: null,
    cut: body.length + 1,
    'too long': body.length >> 1,
    whole: body.length,
  }[framing]
  const headers = [
    `POST ${pathname} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Content-Type: ${contentType}`,
    length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
  ]
  socket.write(`${headers.join('\r\n')}\r\n\r\n`)
  if (framing === 'chunked') {
    for (let at = 0; at < body.length; at += 1_000) {
      const chunk = body.subarray(at, at + 1_000)
      socket.write(`${chunk.length.toString(16)}\r\n`)
      socket.write(chunk)
      socket.write('\r\n')
    }
    socket.write('0\r\n\r\n')
  } else socket.write(body)
  // Only then: a server takes the end of the stream for the end of the request.
  if (framing === 'cut') socket.end()
  const answer = await text(socket).catch(() => '')
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const status = Number(head.split(' ')[1] ?? 0)
  // A cut or too large request may stay without an answer.
  if (status === 0) {
    ok(framing === 'cut' || body.length > MAX_BYTES, 'no answer')
    return
  }
  ok(status < 500, answer)
  if (framing === 'chunked') check(status, rest.join('\r\n\r\n'), body)
}

const contentTypes = fc.constantFrom(
  ...['text/plain; charset=utf-8', 'application/json; charset=utf-8', 'application/json'],
  ...[
    'application/x-www-form-urlencoded',
    'text/plain; charset=utf-16',
    'multipart/form-data; boundary=x',
  ],
  ...['', 'x', 'application/octet-stream', 'text/html; charset=nonsense'],
)

const corpus = [...jsonBodies, ...textBodies, ...mendedBodies.map(([, body]) => body)]

/** Texts that break parsers or that TradingView inserts. */
const oddities = [
  ...[
    '\0',
    '\ufeff',
    '\u2028',
    '\u202e',
    '\ufffd',
    '"',
    '\\',
    '\\u',
    '\\ud800',
    '{',
    '}',
    '[',
    ']',
    ',',
  ],
  ...[
    'NaN',
    '-Infinity',
    'na',
    '1e999',
    '-0',
    '9'.repeat(400),
    '0.1e-400',
    '__proto__',
    '"a":1,"a":2',
  ],
  ...[
    '{{ticker}}',
    '{{close}}',
    '{{strategy.order.comment}}',
    '{{{',
    '}}}',
    '<b>',
    '</b>',
    '*',
    '_',
    '`',
  ],
  ...['//', '/*', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'é', '%C3%A9', '&', '=', '+', '\r\n', '\t', '  '],
]

type Change = {
  kind: 'flip' | 'cut' | 'insert' | 'repeat' | 'wrap' | 'pad'
  at: number
  by: number
}

const bodyChanges: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(
    'flip',
    'flip',
    'cut',
    'insert',
    'insert',
    'insert',
    'repeat',
    'wrap',
    'pad',
  ),
  at: fc.nat(),
  by: fc.nat(),
})

const encodings = fc.constantFrom<(text: Buffer) => Buffer>(
  text => text,
  text => text,
  text => text,
  text => Buffer.from(text.toString(), 'latin1'),
  text => Buffer.from(text.toString(), 'utf16le'),
  text => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text]),
  text => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text.toString(), 'utf16le')]),
)

const bodies = fc.oneof(
  { weight: 12, arbitrary: mutated(fc.constantFrom(...corpus)) },
  { weight: 4, arbitrary: mutated(fc.json({ maxDepth: 5 })) },
  { weight: 2, arbitrary: mutated(fc.string({ unit: 'binary', size: 'large' })) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2_000 }).map(bytes => Buffer.from(bytes)) },
)

function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  return fc
    .tuple(texts, fc.array(bodyChanges, { maxLength: 5 }), encodings)
    .map(([text, made, encode]) => encode(made.reduce(changed, Buffer.from(text))))
}

function changed(body: Buffer, { kind, at, by }: Change): Buffer {
  const place = at % (body.length + 1)
  const [head, tail] = [body.subarray(0, place), body.subarray(place)]
  const oddity = Buffer.from(oddities[by % oddities.length] ?? '')
  switch (kind) {
    case 'flip':
      return Buffer.concat([head, Buffer.from([by % 256]), tail.subarray(1)])
    case 'cut':
      return Buffer.from(by % 2 ? head : tail)
    case 'insert':
      return Buffer.concat([head, oddity, tail])
    case 'repeat':
      return Buffer.concat([head, ...Array.from({ length: by % 20 }, () => oddity), tail])
    case 'wrap':
      return Buffer.concat([deep('{"a":', by), body, deep('}', by)])
    case 'pad':
      return Buffer.concat([head, Buffer.alloc(sizes[by % sizes.length] ?? 0, oddity), tail])
  }
}

const deep = (bracket: string, by: number) => Buffer.from(bracket.repeat(1 + (by % 50)))

/** Padding in bytes: mostly short, now and then up to the size limit and around it. */
const sizes = [
  100,
  1_000,
  4_096,
  8_192,
  ...Array(60).fill(200),
  MAX_BYTES - 200,
  MAX_BYTES,
  MAX_BYTES + 1,
]

const webhooks: fc.Arbitrary<Webhook> = fc.record({
  line: fc.nat(LINES - 1),
  contentType: contentTypes,
  framing: fc.constantFrom<Framing>(...Array(20).fill('whole'), 'chunked', 'cut', 'too long'),
  body: bodies,
})
