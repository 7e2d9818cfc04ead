import { describe, expect, it } from 'vitest'
import { reasonFor } from './failure-reasons.ts'
import { classify, type Failure } from './failures.ts'

describe('the reason of a failure', () => {
  it('states the cause and the remedy', () => {
    const kicked = classify({ status: 403, description: 'bot was kicked from the group chat' })
    expect(reasonFor(kicked)).toBe(
      'El bot ya no está en el chat. Añádelo otra vez como administrador y pulsa Probar.',
    )
    expect(reasonFor(classify({ status: 401, description: 'Unauthorized' }))).toBe(
      'Telegram no reconoce este token. Cópialo otra vez desde @BotFather.',
    )
  })

  it.each([
    ['Bad Request: TOPIC_CLOSED', null, /^El tema «General» está cerrado\. .*elige otro tema\.$/],
    ['Bad Request: TOPIC_CLOSED', 7, /^El tema está cerrado\. Ábrelo/],
    ['Bad Request: message thread not found', null, /^Telegram no encuentra el tema «General»\. /],
    ['Bad Request: message thread not found', 7, /^El tema no existe en el grupo\. Quita/],
  ])('names the topic for «%s» in topic %o', (description, topicId, reason) => {
    expect(reasonFor(classify({ status: 400, description }), { topicId })).toMatch(reason)
  })

  it.each<Failure>([
    { kind: 'flood', code: 'flood', retryAfter: 30, description: 'Too Many Requests' },
    { kind: 'migrated', code: 'chat_migrated', chatId: '-1001', description: 'upgraded' },
    { kind: 'refused', code: 'refused', description: 'Bad Request: NEW_THING' },
  ])('includes the details of the failure $code in two sentences', failure => {
    const reason = reasonFor(failure)
    expect(reason).toMatch(/30\ss|-1001|NEW_THING/)
    expect(reason).toMatch(/^[^.]+\. [^.]+\.$/)
  })
})
