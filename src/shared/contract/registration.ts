import { z } from 'zod'
import { accountDraftSchema } from '../model/account.ts'
import { idSchema } from '../model/id.ts'
import { anyone } from './calls.ts'

/**
 * Tells who may make an account now. Before the first account: the holder of the one-time code, which is
 * printed at each start. Later: anyone, or no one. The absence of accounts is no secret: it is useless without
 * the code, and the person who has just installed Pregonero needs to know it.
 */
const read = anyone
  .route({ method: 'GET', path: '/registration' })
  .output(z.object({ allowed: z.enum(['with-code', 'open', 'closed']) }))

/** Makes an account with the ten default templates, without signing it in. */
const create = anyone
  .route({ method: 'POST', path: '/registration', successStatus: 201 })
  .meta({ changes: [] })
  .input(accountDraftSchema.extend({ code: idSchema.optional() }))
  .output(z.object({ email: z.string() }))
  .errors({
    REGISTRATION_CLOSED: {
      status: 403,
      message:
        'Este enlace de alta ya no vale. Usa el que muestra el último arranque o pide una cuenta a quien administra Pregonero.',
    },
    EMAIL_TAKEN: { status: 409, message: 'Ya existe una cuenta con ese correo electrónico.' },
  })

export const registration = { read, create }
