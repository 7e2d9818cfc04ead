import { expect, it } from 'vitest'
import type { ComposedMessage } from '#shared/message/composed-message.ts'
import { messageColumns, storedMessage } from './message-columns.ts'

const time = { type: 'date_time', length: 5, unix_time: 1, date_time_format: 't' } as const
const message: ComposedMessage = {
  text: 'A 16:35, 17:40 B',
  entities: [
    { type: 'bold', offset: 0, length: 1 },
    { ...time, offset: 2 },
    { ...time, offset: 9 },
    { type: 'italic', offset: 15, length: 1 },
  ],
  buttons: [],
  picture: null,
}

it('reads a message as it was written', () => {
  expect(storedMessage(messageColumns(message))).toEqual(message)
})

it('drops time entities when an older version has replaced their text', () => {
  const columns = { ...messageColumns(message), message_entities: '[]' }
  for (const text of ['Otro texto', 'Precio de BTCUSDT ahora', 'A 16:36, 17:41 B'])
    expect(storedMessage({ ...columns, message_text: text })).toMatchObject({ text, entities: [] })
})
