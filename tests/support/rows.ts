import { randomUUID } from 'node:crypto'
import type { Database } from '#server/store/engine/schema.ts'
import { LARGEST_GROUP, type LaneEntry, readFronts } from '#server/store/queue/deliveries.ts'
import type { NewAlert } from '#server/store/rows/alerts.ts'
import { connectionColumns } from '#server/store/rows/connection-fields.ts'
import type { insertConnection } from '#server/store/rows/connections.ts'
import { connectionOptionsSchema } from '#shared/model/connection.ts'

/** A connection as a row of the store. */
export const connectionRow = (id: string): Parameters<typeof insertConnection>[1] => ({
  id,
  ...connectionColumns({
    ...connectionOptionsSchema.parse({}),
    name: id,
    telegramChatId: '2',
    templateId: 'default-signal',
    description: '',
    tags: [],
    isActive: true,
  }),
  telegram_bot_token: '',
  telegram_bot_token_tail: '',
  bot_id: '1',
  chat_id: '2',
  lane: `someone:1:${id}`,
  created_at: 0,
})

/** A newly arrived alert. */
export const alertRow = (
  over: Partial<NewAlert> & Pick<NewAlert, 'user_id' | 'connection_id'>,
): NewAlert => ({
  id: randomUUID(),
  address_id: null,
  connection_name: over.connection_id,
  name: 'Cruce',
  summary: '',
  received_at: 0,
  received_from: null,
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

/** Next deliveries of a lane, as many as may share a message. */
export const frontOfLane = async (db: Database, lane: string): Promise<LaneEntry[]> =>
  (await readFronts(db, [{ lane, most: LARGEST_GROUP }])).get(lane) ?? []
