import { z } from 'zod'
import { EXAMPLE_TEMPLATES } from '../limits.ts'
import { listOf } from '../model/bounded.ts'
import { idSchema, versionSchema } from '../model/id.ts'
import { templateDraftSchema, templateSchema } from '../model/template.ts'
import { templateTexts } from '../texts.ts'
import { editConflict, notFound, signedIn } from './calls.ts'

const byId = z.object({ id: idSchema })

const sizeErrors = {
  TEMPLATES_TOO_LARGE: { status: 409, message: templateTexts.tooLarge },
} as const

/** Sorted by name. */
const list = signedIn.route({ method: 'GET', path: '/templates' }).output(z.array(templateSchema))

const create = signedIn
  .route({ method: 'POST', path: '/templates', successStatus: 201 })
  .meta({ changes: ['templates'] })
  .input(templateDraftSchema)
  .output(templateSchema)
  .errors({ ...sizeErrors, TOO_MANY_TEMPLATES: { status: 409, message: templateTexts.tooMany } })

const read = signedIn
  .route({ method: 'GET', path: '/templates/{id}' })
  .input(byId)
  .output(templateSchema)
  .errors(notFound)

const update = signedIn
  .route({ method: 'PUT', path: '/templates/{id}' })
  .meta({ changes: ['templates'] })
  .input(templateDraftSchema.extend({ id: idSchema, version: versionSchema.optional() }))
  .output(templateSchema)
  .errors({ ...notFound, ...editConflict, ...sizeErrors })

/** Connections that used it move to the first other template, whose name is answered. */
const remove = signedIn
  .route({ method: 'DELETE', path: '/templates/{id}' })
  .meta({ changes: ['templates', 'connections'] })
  .input(byId)
  .output(z.object({ reassignedTo: z.string().nullable() }))
  .errors({
    ...notFound,
    LAST_TEMPLATE_IN_USE: { status: 409, message: templateTexts.lastInUse },
  })

/**
 * How a content, and its buttons, would do with the newest payloads that came, those of 16 KB and more
 * left out: with what came to the connections of the template `id`, or with all where none uses it.
 */
const trial = signedIn
  .route({ method: 'POST', path: '/templates/trial' })
  .meta({ changes: [] })
  .input(
    templateDraftSchema.pick({ content: true, buttons: true }).extend({ id: idSchema.optional() }),
  )
  .output(
    z.object({
      tried: z.number(),
      /** How many of them would be sent as they are, for nothing of them fits. */
      misfits: z.number(),
      /** In how many of the others a placeholder has no value. */
      withGaps: z.number(),
      /** Those placeholders, the twenty most frequent, the most frequent first. */
      missing: z.array(z.object({ key: z.string(), payloads: z.number() })),
      /** For each button, row by row, in how many of all it would be left out. */
      buttonGaps: z.array(z.array(z.number())).exactOptional(),
    }),
  )

/** What an alert brought. */
const receivedSchema = z.object({
  alertId: z.string(),
  alertName: z.string(),
  connectionName: z.string(),
  timestamp: z.iso.datetime(),
  /** Pretty-printed JSON, its numbers as they were written. */
  text: z.string(),
})

/**
 * Of each of some templates the newest alert that came to one of its connections, where one of the last
 * few was JSON of less than 16 KB. The others are left out.
 */
const examples = signedIn
  .route({ method: 'POST', path: '/templates/examples' })
  .meta({ changes: [] })
  .input(z.object({ ids: listOf(idSchema, EXAMPLE_TEMPLATES) }))
  .output(z.array(receivedSchema.extend({ templateId: z.string() })))

/** What really came of late: payloads to write a template by, newest first, and the keys they have. */
const samples = signedIn.route({ method: 'GET', path: '/templates/samples' }).output(
  z.object({
    payloads: z.array(receivedSchema),
    /** Dotted where they are nested, the most frequent first. */
    keys: z.array(z.string()),
  }),
)

export const templates = { list, create, read, update, remove, trial, examples, samples }
