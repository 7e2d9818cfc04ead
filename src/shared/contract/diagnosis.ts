import { z } from 'zod'
import { findingGroupSchema } from '../model/diagnosis.ts'
import { signedIn } from './calls.ts'

/** Checks whether webhooks can arrive and alerts leave: the public address, Telegram and the account's bots. */
const read = signedIn
  .route({ method: 'GET', path: '/diagnosis' })
  .meta({ asksTelegram: true })
  .output(z.array(findingGroupSchema))

export const diagnosis = { read }
