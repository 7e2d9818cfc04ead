import { describe, expect, it } from 'vitest'
import { checkConnection } from './check-connection.ts'
import { type ConnectionValues, connectionDraft, connectionValues } from './connection-values.ts'

const templates = [{ id: 'default-signal' }, { id: 'minimalist-signal' }]
const token = `123456789:${'A'.repeat(35)}`
const filled: ConnectionValues = {
  ...connectionValues(undefined, templates),
  name: 'BTC Scalping 5m',
  telegramBotToken: token,
  telegramChatId: '-1001847362915',
  tags: ['cripto'],
}
const creating = { hasToken: false, templates }
const editing = { hasToken: true, templates }

describe('a new connection', () => {
  it('starts with the first template', () => {
    expect(connectionValues(undefined, templates).templateId).toBe('default-signal')
  })

  it('passes with all required fields', () => {
    expect(checkConnection(filled, creating)).toEqual({})
  })

  it('lists the missing fields at the first one, with a hint at each other', () => {
    const values = { ...filled, name: ' ', telegramBotToken: '', telegramChatId: '' }

    expect(checkConnection(values, creating)).toEqual({
      name: 'Se requieren los siguientes campos: Nombre de Conexión, Token de Bot, ID de Chat.',
      telegramBotToken: 'Pega el token de tu bot.',
      telegramChatId: 'Escribe el ID del chat.',
    })
  })

  it('has its own message for a missing template', () => {
    expect(checkConnection({ ...filled, templateId: '' }, creating)).toEqual({
      templateId: 'Por favor, selecciona una plantilla de mensaje.',
    })
  })

  it('names the template among the missing fields', () => {
    expect(checkConnection({ ...filled, name: '', templateId: '' }, creating)).toEqual({
      name: 'Se requieren los siguientes campos: Nombre de Conexión, Plantilla de Mensaje.',
      templateId: 'Por favor, selecciona una plantilla de mensaje.',
    })
  })

  it('asks to create a template if no template exists', () => {
    const values = { ...filled, templateId: '' }

    expect(checkConnection(values, { hasToken: false, templates: [] }).templateId).toMatch(
      /^No hay plantillas de mensajes disponibles\./,
    )
  })

  it('describes the format of a token and of a chat id at their fields', () => {
    const errors = checkConnection(
      { ...filled, telegramBotToken: 'mi token', telegramChatId: 'mi canal' },
      creating,
    )

    expect(errors.telegramBotToken).toMatch(/^El token no tiene la forma/)
    expect(errors.telegramChatId).toMatch(/^El ID de chat es un número/)
  })

  it('accepts a token and a chat id with spaces around them', () => {
    const values = { ...filled, telegramBotToken: ` ${token}\n`, telegramChatId: ' @macro_al_dia ' }

    expect(checkConnection(values, creating)).toEqual({})
  })

  it.each([
    ['tema', 'El tema es un número.'],
    ['4.5', 'El tema es un número entero.'],
    ['1', 'El tema es un número mayor que 1; para «General» déjalo vacío.'],
    ['9999999999', 'Ese número de tema no existe en Telegram.'],
  ])('rejects %s as a topic', (topicId, topicError) => {
    expect(checkConnection({ ...filled, topicId }, creating)).toEqual({ topicId: topicError })
    expect(checkConnection({ ...filled, topicId }, editing)).toEqual({ topicId: topicError })
  })

  it('accepts a topic or an empty field', () => {
    expect(checkConnection({ ...filled, topicId: '42' }, creating)).toEqual({})
    expect(connectionDraft({ ...filled, topicId: '42' }).topicId).toBe(42)
    expect(connectionDraft(filled).topicId).toBeNull()
  })

  it('reports too-long values in Spanish', () => {
    expect(checkConnection({ ...filled, tags: ['x'.repeat(61)] }, creating)).toEqual({
      tags: 'Como máximo 60 caracteres.',
    })
    expect(checkConnection({ ...filled, name: 'x'.repeat(201) }, creating)).toEqual({
      name: 'Como máximo 200 caracteres.',
    })
  })
})

describe('an edited connection', () => {
  it('keeps its token while the field is empty', () => {
    expect(checkConnection({ ...filled, telegramBotToken: '' }, editing)).toEqual({})
  })

  it('rejects a malformed new token', () => {
    expect(
      checkConnection({ ...filled, telegramBotToken: 'abc' }, editing).telegramBotToken,
    ).toMatch(/^El token no tiene la forma/)
  })

  it('needs another template if its own is gone', () => {
    expect(checkConnection({ ...filled, templateId: 'gone' }, editing)).toEqual({
      templateId: 'Por favor, selecciona una plantilla de mensaje.',
    })
  })
})
