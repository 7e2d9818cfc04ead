import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { terminalLines } from './terminal-lines.ts'

function listen(isColored = false) {
  const shown: string[] = []
  const destination = terminalLines({ write: line => void shown.push(line) }, isColored)
  return { shown, log: createLog({ level: 'info', destination }) }
}

it('shows each event in one short line', () => {
  const { shown, log } = listen()
  log.info(
    { requestId: 'd9a27cf0', result: 'stored', status: 202, ms: 2.3, bytes: 70, from: '192.0.2.1' },
    'webhook',
  )
  log.info(
    {
      outcome: 'flood-wait',
      next: 'flood-wait',
      sendMs: 88,
      retryInMs: 5_000,
      alertIds: ['a', 'b'],
    },
    'attempt',
  )
  log.warn({ free: 1, needed: 2 }, 'no copy from before the migration: no room for it')
  expect(shown.map(line => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
    'webhook stored 202 ms=2.3 from=192.0.2.1 requestId=d9a27cf0\n',
    'attempt flood-wait flood-wait sendMs=88 retryInMs=5000 alertIds=["a","b"]\n',
    'no copy from before the migration: no room for it free=1 needed=2\n',
  ])
})

it('shows where an error was thrown', () => {
  const { shown, log } = listen()
  log.error({ err: new TypeError('no such thing') }, 'a call failed')
  expect(shown.join('')).toMatch(/ a call failed\n {2}TypeError: no such thing\n {6}at .*\n/)
})

it('colors lines for a color terminal, with the same text', () => {
  const [plain, colored] = [listen(), listen(true)]
  for (const { log } of [plain, colored]) log.error({ lane: 'ana:1:2' }, 'a step failed')
  expect(plain.shown.join('')).not.toContain('\u001b')
  expect(colored.shown.join('')).toContain('\u001b[31ma step failed')
  const [[one], [other]] = [plain.shown, colored.shown]
  expect(stripVTControlCharacters(other ?? '').slice(8)).toBe(one?.slice(8))
})

it('keeps control and bidi characters off the terminal', () => {
  const { shown, log } = listen()
  log.info({ address: '\u001b[2J\u202eabc', counts: { '\u009b': 1 } }, 'odd\u0007')
  expect(shown.join('')).not.toMatch(/[\p{Cc}\p{Bidi_Control}](?!$)/u)
})
