/** Which one a call speaks of, and in which version. */
import { z } from 'zod'
import { MAX_ID_LENGTH } from '../limits.ts'
import { tooLong } from '../texts.ts'
import { textSchema } from './text.ts'

/** It need not be there. */
export const idSchema = textSchema.max(MAX_ID_LENGTH, tooLong(MAX_ID_LENGTH))

/** The last one that the database can keep. */
const LAST_VERSION = 2_147_483_647

/** How often it was written when an edit of it began. */
export const versionSchema = z.number().int().min(0).max(LAST_VERSION)
