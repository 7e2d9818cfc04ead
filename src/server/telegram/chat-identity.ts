import { z } from 'zod'
import type { ChatIdentity } from './telegram.ts'

/** A chat as the Bot API writes it. */
export const chatIdentity = z
  .object({
    id: z.number(),
    type: z.enum(['private', 'group', 'supergroup', 'channel']),
    title: z.string().optional(),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    is_forum: z.boolean().optional(),
  })
  .transform((chat): ChatIdentity => {
    const person = [chat.first_name, chat.last_name].filter(Boolean).join(' ')
    const id = String(chat.id)
    return {
      id,
      type: chat.type,
      title: chat.title || person || id,
      isForum: chat.is_forum ?? false,
    }
  })
