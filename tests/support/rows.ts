import { randomUUID } from 'node:crypto'
import type { NewAlert } from '#server/store/rows/alerts.ts'
import type { insertConnection } from '#server/store/rows/connections.ts'

/** A connection as it stands in the store. */
export const connectionRow = (id: string): Parameters<typeof insertConnection>[1] => ({
  id,
  name: id,
  telegram_bot_token: '',
  telegram_bot_token_tail: '',
  bot_id: '1',
  telegram_chat_id: '2',
  chat_id: '2',
  lane: `someone:1:${id}`,
  template_id: 'default-signal',
  description: '',
  tags: '[]',
  is_active: 1,
  group_bursts: 1,
  mark_late: 1,
  topic_id: null,
  silent: 0,
  link_preview: 1,
  protect_content: 0,
  created_at: 0,
})

/** An alert that has just come. */
export const alertRow = (
  over: Partial<NewAlert> & Pick<NewAlert, 'user_id' | 'connection_id'>,
): NewAlert => ({
  id: randomUUID(),
  connection_name: over.connection_id,
  name: 'Cruce',
  summary: '',
  received_at: 0,
  reading: 'json',
  payload: '{}',
  raw_body: null,
  bar_time: null,
  fired_at: null,
  status: 'pending',
  error_code: null,
  error_reason: null,
  ...over,
})
