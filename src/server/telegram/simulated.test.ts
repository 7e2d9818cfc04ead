import { describe, expect, it } from 'vitest'
import { sendOptionsSchema } from '#shared/model/connection.ts'
import { createSimulatedTelegram } from './simulated.ts'

const message = {
  chatId: '-1001234567890',
  text: 'hola',
  entities: [],
  ...sendOptionsSchema.parse({}),
  isContinuation: false,
}
const rolling = (roll: number) => createSimulatedTelegram({ random: () => roll, testDelayMs: 1 })

describe('simulated delivery', () => {
  it('succeeds in 70 % of its attempts, with rising ids', async () => {
    const telegram = rolling(0.69)
    expect(await telegram.sendMessage('1:a', message)).toMatchObject({
      ok: true,
      result: { messageId: 1, chatId: message.chatId },
    })
    expect(await telegram.sendMessage('1:a', message)).toMatchObject({ result: { messageId: 2 } })
    expect(await rolling(0.7).sendMessage('1:a', message)).toMatchObject({
      ok: false,
      failure: { kind: 'no-answer', code: 'simulated', doubt: false },
    })
  })

  it('rolls once for a message of several parts', async () => {
    const continuation = { ...message, isContinuation: true }
    expect(await rolling(0.7).sendMessage('1:a', continuation)).toMatchObject({ ok: true })
  })

  it('succeeds in 80 % of its connection tests', async () => {
    expect(await rolling(0.79).sendTest('1:a', message)).toMatchObject({ ok: true })
    expect(await rolling(0.8).sendTest('1:a', message)).toMatchObject({ ok: false })
  })

  it('knows a bot for every token and a chat of the right kind for every id', async () => {
    const telegram = rolling(0)
    expect(await telegram.getMe('7001:abc')).toMatchObject({ result: { id: '7001' } })
    const chat = async (id: string) => {
      const answer = await telegram.getChat('7001:abc', id)
      return answer.ok ? [answer.result.id, answer.result.type] : answer.failure
    }
    expect(await chat('42')).toEqual(['42', 'private'])
    expect(await chat('-42')).toEqual(['-42', 'group'])
    expect(await chat('-1001234567890')).toEqual(['-1001234567890', 'supergroup'])
    expect(await chat('@canal')).toEqual([expect.stringMatching(/^-100\d{10}$/), 'channel'])
    expect(await chat('@canal')).toEqual(await chat('@Canal'))
    expect(await chat('@canal')).not.toEqual(await chat('@otro'))
  })
})
