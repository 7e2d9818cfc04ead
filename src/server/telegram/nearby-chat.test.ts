import { expect, it } from 'vitest'
import { nearbyIds } from './nearby-chat.ts'

it.each([
  ['1234567890', ['-1234567890', '-1001234567890']],
  ['-1234567890', ['-1001234567890']],
  ['1001234567890', ['-1001234567890', '-1001001234567890', '-1234567890']],
  ['-1001234567890', ['-1001001234567890', '-1234567890']],
  ['987654321', ['-987654321', '-100987654321']],
  ['@mesa', []],
])('looks for chat %s under the ids %o', (chatId, ids) => {
  expect(nearbyIds(chatId)).toEqual(ids)
})
