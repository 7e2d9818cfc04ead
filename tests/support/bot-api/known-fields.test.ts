import type { ApiMethods, InlineKeyboardButton, MessageEntity } from '@grammyjs/types'
import { expectTypeOf, it } from 'vitest'
import type {
  BUTTON_FIELDS,
  EntityFieldOf,
  KeyOfEach,
  PARAMETERS,
  ParameterOf,
} from './known-fields.ts'

// Checked by the compiler: `satisfies` in known-fields.ts accepts no other names.
it('takes only the names of the Bot API', () => {
  expectTypeOf<keyof typeof PARAMETERS>().toExtend<keyof ApiMethods<never>>()
  expectTypeOf<ParameterOf<'getMe'>>().toBeNever()
  expectTypeOf<'message_thread_id'>().toExtend<ParameterOf<'sendMessage'>>()
  expectTypeOf<'thread_id'>().not.toExtend<ParameterOf<'sendMessage'>>()
  expectTypeOf<(typeof BUTTON_FIELDS)[number]>().toExtend<KeyOfEach<InlineKeyboardButton>>()
  expectTypeOf<'colour'>().not.toExtend<KeyOfEach<InlineKeyboardButton>>()
  expectTypeOf<EntityFieldOf<'date_time'>>().toEqualTypeOf<'unix_time' | 'date_time_format'>()
  expectTypeOf<EntityFieldOf<'bold'>>().toBeNever()
  expectTypeOf<'date_and_time'>().not.toExtend<MessageEntity['type']>()
})
