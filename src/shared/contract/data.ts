import { z } from 'zod'
import { MAX_ADDRESSES, MAX_IMPORT_BYTES, MAX_OF_EACH } from '../limits.ts'
import { listOf } from '../model/bounded.ts'
import { exportFileSchema } from '../model/export-file.ts'
import { idSchema } from '../model/id.ts'
import { collections } from '../model/live-event.ts'
import { importTexts } from '../texts.ts'
import { signedIn } from './calls.ts'

/** Everything that is set up, bot tokens included, so that it can be restored. */
const exportAll = signedIn
  .route({ method: 'GET', path: '/export' })
  .meta({ credential: 'recent' })
  .output(exportFileSchema)

/**
 * Replaces everything that is set up by what an export file holds, or changes nothing. The error log
 * is cleared; alerts and notifications stay.
 */
const importAll = signedIn
  .route({ method: 'POST', path: '/import' })
  .meta({ changes: collections, credential: 'session' })
  .input(z.unknown().meta({ 'x-max-bytes': MAX_IMPORT_BYTES }))
  .output(
    z.object({
      /**
       * Names of connections whose webhook's id is another account's, or short and new to this one: theirs
       * is a new one, and so is their webhook.
       */
      renamed: z.array(z.string()),
    }),
  )
  .errors({
    IMPORT_INVALID: { status: 422, message: 'El archivo de importación no se puede usar.' },
    IMPORT_TOO_LARGE: { status: 413, message: importTexts.tooLarge },
  })

/** Tells what an import can't keep before it is made. */
const previewImport = signedIn
  .route({ method: 'POST', path: '/import/preview' })
  .meta({ changes: [], credential: 'session' })
  .input(z.object({ webhookIds: listOf(idSchema, MAX_OF_EACH * MAX_ADDRESSES) }))
  .output(
    z.object({
      /** The file's webhook ids that give way to new ones. */
      replaced: z.array(z.string()),
    }),
  )

/** What a reset ends besides, when it is asked to. */
const resetChoicesSchema = z.object({
  /** The API tokens. */
  tokens: z.boolean().optional(),
  /** The second factor and the passkeys. */
  factors: z.boolean().optional(),
})

/** Deletes everything, the history too, and makes what a new account begins with. Password and sessions stay. */
const reset = signedIn
  .route({ method: 'POST', path: '/reset', successStatus: 204 })
  .meta({ changes: collections, credential: 'recent' })
  .input(resetChoicesSchema.optional())

export const data = { exportAll, previewImport, importAll, reset }
