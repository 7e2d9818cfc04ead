import { z } from 'zod'
import { chatLinkSchema, chatPlaces, linkCodeSchema } from '../model/chat-link.ts'
import { chatIdSchema } from '../model/connection.ts'
import { answerSchema, botSourceSchema } from '../model/telegram.ts'
import { notFound, signedIn, unreadableToken } from './calls.ts'

const byCode = z.object({ code: linkCodeSchema })

/** Asks Telegram for the token's bot, and listens to it for ten minutes. Ends an earlier link of the same bot. */
const create = signedIn
  .route({ method: 'POST', path: '/telegram/links' })
  .meta({ changes: [], asksTelegram: true })
  .input(botSourceSchema)
  .output(answerSchema({ link: chatLinkSchema }))
  .errors({ ...notFound, ...unreadableToken })

const read = signedIn
  .route({ method: 'GET', path: '/telegram/links/{code}' })
  .input(byCode)
  .output(chatLinkSchema)
  .errors(notFound)

/** Confirms a chat offered by the state `confirm`. */
const confirm = signedIn
  .route({ method: 'POST', path: '/telegram/links/{code}/confirm' })
  .meta({ changes: [], asksTelegram: true })
  .input(byCode.extend({ chatId: chatIdSchema }))
  .output(chatLinkSchema)
  .errors(notFound)

/** Retries a link in trouble at once. */
const retry = signedIn
  .route({ method: 'POST', path: '/telegram/links/{code}/retry' })
  .meta({ changes: [], asksTelegram: true })
  .input(byCode)
  .output(chatLinkSchema)
  .errors(notFound)

/** Removes another program's webhook, which then receives no more updates of the bot. */
const removeWebhook = signedIn
  .route({ method: 'POST', path: '/telegram/links/{code}/webhook' })
  .meta({ changes: [], asksTelegram: true })
  .input(byCode)
  .output(chatLinkSchema)
  .errors(notFound)

/** Simulates the user's press on the link in Telegram; only in simulated mode. */
const play = signedIn
  .route({ method: 'POST', path: '/telegram/links/{code}/play' })
  .meta({ changes: [] })
  .input(byCode.extend({ place: z.enum(chatPlaces) }))
  .output(chatLinkSchema)
  .errors({
    ...notFound,
    NOT_SIMULATED: { status: 409, message: 'Aquí los envíos son de verdad: pulsa en Telegram.' },
  })

/** Ends the link when its form is closed: the bot is no longer listened to for it. */
const close = signedIn
  .route({ method: 'DELETE', path: '/telegram/links/{code}', successStatus: 204 })
  .meta({ changes: [] })
  .input(byCode)
  .errors(notFound)

export const chatLinks = { create, read, confirm, retry, removeWebhook, play, close }
