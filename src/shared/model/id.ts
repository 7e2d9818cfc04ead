/** Id and version of the item that a call names. */

import { z } from 'zod'
import { MAX_ID_LENGTH } from '../limits.ts'
import { tooLong } from '../texts/limits.ts'
import { textSchema } from './text.ts'

/** Id of an item, which need not exist. */
export const idSchema = textSchema.max(MAX_ID_LENGTH, tooLong(MAX_ID_LENGTH))

/** Largest version that the database can store. */
const LAST_VERSION = 2_147_483_647

/** Version of an item when its edit began: how many times it had been written. */
export const versionSchema = z.number().int().min(0).max(LAST_VERSION)
