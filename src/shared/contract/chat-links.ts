import { z } from 'zod'
import { chatLinkSchema, chatPlaces, linkCodeSchema } from '../model/chat-link.ts'
import { chatIdSchema } from '../model/connection.ts'
import { answerSchema, botSourceSchema } from '../model/telegram.ts'
import { notFound, signedIn } from './calls.ts'

const byCode = z.object({ code: linkCodeSchema })

/** Asks whose token it is, and listens to that bot for ten minutes. Ends an earlier link of the same bot. */
const create = signedIn
  .route({ method: 'POST', path: '/telegram/links' })
  .meta({ changes: [], asksTelegram: true })
  .input(botSourceSchema)
  .output(answerSchema({ link: chatLinkSchema }))
  .errors(notFound)

const read = signedIn
  .route({ method: 'GET', path: '/telegram/links/{code}' })
  .input(byCode)
  .output(chatLinkSchema)
  .errors(notFound)

/** It is this chat, one of those that are to be confirmed. */
const confirm = signedIn
  .route({ method: 'POST', path: '/telegram/links/{code}/confirm' })
  .meta({ changes: [], asksTelegram: true })
  .input(byCode.extend({ chatId: chatIdSchema }))
  .output(chatLinkSchema)
  .errors(notFound)

/** Tries again at once what was in trouble. */
const retry = signedIn
  .route({ method: 'POST', path: '/telegram/links/{code}/retry' })
  .meta({ changes: [], asksTelegram: true })
  .input(byCode)
  .output(chatLinkSchema)
  .errors(notFound)

/** Removes the webhook by which another program takes the bot's updates: it gets none from then on. */
const removeWebhook = signedIn
  .route({ method: 'POST', path: '/telegram/links/{code}/webhook' })
  .meta({ changes: [], asksTelegram: true })
  .input(byCode)
  .output(chatLinkSchema)
  .errors(notFound)

/** In simulated mode: the press in Telegram. */
const play = signedIn
  .route({ method: 'POST', path: '/telegram/links/{code}/play' })
  .meta({ changes: [] })
  .input(byCode.extend({ place: z.enum(chatPlaces) }))
  .output(chatLinkSchema)
  .errors({
    ...notFound,
    NOT_SIMULATED: { status: 409, message: 'Aquí los envíos son de verdad: pulsa en Telegram.' },
  })

/** The form was closed: nothing listens for it any more. */
const close = signedIn
  .route({ method: 'DELETE', path: '/telegram/links/{code}', successStatus: 204 })
  .meta({ changes: [] })
  .input(byCode)
  .errors(notFound)

export const chatLinks = { create, read, confirm, retry, removeWebhook, play, close }
