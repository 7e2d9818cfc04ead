import { z } from 'zod'
import { MAX_ADDRESSES, MAX_IMPORT_BYTES, MAX_OF_EACH } from '../limits.ts'
import { listOf } from '../model/bounded.ts'
import { exportFileSchema } from '../model/export-file.ts'
import { idSchema } from '../model/id.ts'
import { collections } from '../model/live-event.ts'
import { importTexts } from '../texts/import.ts'
import { signedIn, unreadableToken } from './calls.ts'

/** The whole set-up, bot tokens included, so that it can be restored. */
const exportAll = signedIn
  .route({ method: 'GET', path: '/export' })
  .meta({ credential: 'recent' })
  .output(exportFileSchema)
  .errors(unreadableToken)

/**
 * Replaces the whole set-up with that of an export file, or changes nothing at all. The error log is cleared;
 * alerts and notifications stay.
 */
const importAll = signedIn
  .route({ method: 'POST', path: '/import' })
  .meta({ changes: collections, credential: 'session' })
  .input(z.unknown().meta({ 'x-max-bytes': MAX_IMPORT_BYTES }))
  .output(
    z.object({
      /**
       * Names of connections with a new webhook: an id of theirs belonged to another account, or was new to
       * this one and short enough to guess.
       */
      renamed: z.array(z.string()),
    }),
  )
  .errors({
    IMPORT_INVALID: { status: 422, message: 'El archivo de importación no se puede usar.' },
    IMPORT_TOO_LARGE: { status: 413, message: importTexts.tooLarge },
  })

/** Reports in advance which webhook addresses an import changes. */
const previewImport = signedIn
  .route({ method: 'POST', path: '/import/preview' })
  .meta({ changes: [], credential: 'session' })
  .input(z.object({ webhookIds: listOf(idSchema, MAX_OF_EACH * MAX_ADDRESSES) }))
  .output(
    z.object({
      /** Webhook ids of the file that will be replaced by new ones. */
      replaced: z.array(z.string()),
      /** Names of the account's connections with an address in use that the file lacks: it would lead nowhere. */
      dropped: z.array(z.string()),
    }),
  )

/** Credentials that a reset also removes, on request. */
const resetChoicesSchema = z.object({
  /** The API tokens. */
  tokens: z.boolean().optional(),
  /** The second factor and the passkeys. */
  factors: z.boolean().optional(),
})

/**
 * Deletes the set-up and the history, and creates the items of a new account. Password, sessions and activity log stay,
 * API tokens and factors too unless chosen.
 */
const reset = signedIn
  .route({ method: 'POST', path: '/reset', successStatus: 204 })
  .meta({ changes: collections, credential: 'recent' })
  .input(resetChoicesSchema.optional())

export const data = { exportAll, previewImport, importAll, reset }
