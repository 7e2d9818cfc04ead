import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

const botToken = '123456789:AAF0abcdefghijklmnopqrstuvwxyz_-123'

function listen(level: 'info' | 'warn' = 'info') {
  const lines: string[] = []
  const log = createLog({ level, destination: { write: line => lines.push(line) } })
  return { log, lines }
}

describe('createLog', () => {
  it('writes one JSON line with level, time and message', () => {
    const { log, lines } = listen()
    log.info({ attempt: 2 }, 'delivered')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      attempt: 2,
      msg: 'delivered',
    })
  })

  it('skips lines below its level', () => {
    const { log, lines } = listen('warn')
    log.info('not this')
    log.warn('this')
    expect(lines).toHaveLength(1)
  })

  it('never writes a bot token, wherever it comes from', () => {
    const { log, lines } = listen()
    const cause = new Error(`connect to https://api.telegram.org/bot${botToken}/getMe`)
    log.info(`token ${botToken}`)
    log.info({ url: `/bot${botToken}/sendMessage`, nested: [{ botToken }] })
    log.error({ err: new Error(`failed with ${botToken}`, { cause }) }, 'failed')
    log.error(cause)
    log.child({ botToken }).info('child')
    log.info(encodeURIComponent(botToken))
    log.info(encodeURIComponent(encodeURIComponent(botToken)).toLowerCase())
    log.info({ secret: botToken.split(':')[1] })
    expect(lines).toHaveLength(8)
    for (const line of lines) {
      expect(line).toContain('[token]')
      expect(line.toLowerCase()).not.toContain('aaf0')
    }
  })

  it('never writes an API token or the beginning of one', () => {
    const { log, lines } = listen()
    const apiToken = 'pgn_0Zy4Hq9GkTm2Wc7Xv1Bn5Lr8Ps3Df6Ja0Qe4Ui9Oo7Tg2CZclj'
    log.info({ authorization: `Bearer ${apiToken}` }, `by ${apiToken.slice(0, 12)}`)
    log.error(new Error(`/api/connections?token=${encodeURIComponent(apiToken)}`))
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).toContain('[token]')
      expect(line).not.toContain('pgn_')
    }
  })

  it('leaves ids, times and short numbers alone', () => {
    const { log, lines } = listen()
    log.info('chat -1001234567890 at 12345:30, alert 0199a1b2-0000-7000-8000-1234567890ab')
    expect(lines[0]).toContain(
      'chat -1001234567890 at 12345:30, alert 0199a1b2-0000-7000-8000-1234567890ab',
    )
  })
})
