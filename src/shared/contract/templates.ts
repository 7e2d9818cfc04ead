import { z } from 'zod'
import { EXAMPLE_TEMPLATES } from '../limits.ts'
import { listOf } from '../model/bounded.ts'
import { idSchema, versionSchema } from '../model/id.ts'
import { templateDraftSchema, templateSchema } from '../model/template.ts'
import { templateTexts } from '../texts/templates.ts'
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

/**
 * Deletes a template. Its connections move to the first other template by name, whose name is returned; null if it had
 * no connections.
 */
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
 * Tries a content and its buttons on the newest 200 JSON payloads of less than 16 KB: those received by the five newest
 * connections of the template `id`, or by all connections if it has none or `id` is left out.
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
      /** Payloads without any value for the template, which would be sent as they are. */
      misfits: z.number(),
      /** Other payloads without a value for some placeholder. */
      withGaps: z.number(),
      /** The twenty placeholders that most often lack a value, most frequent first. */
      missing: z.array(z.object({ key: z.string(), payloads: z.number() })),
      /** For each button, row by row, the number of payloads that would leave it out. */
      buttonGaps: z.array(z.array(z.number())).exactOptional(),
    }),
  )

/** Received payload of an alert. */
const receivedSchema = z.object({
  alertId: z.string(),
  alertName: z.string(),
  connectionName: z.string(),
  timestamp: z.iso.datetime(),
  /** The received payload as indented JSON; numbers keep their spelling. */
  text: z.string(),
})

/**
 * Newest JSON alert of less than 16 KB for each template, searched among the last five alerts of each of its
 * connections. Templates without such an alert are left out.
 */
const examples = signedIn
  .route({ method: 'POST', path: '/templates/examples' })
  .meta({ changes: [] })
  .input(z.object({ ids: listOf(idSchema, EXAMPLE_TEMPLATES) }))
  .output(z.array(receivedSchema.extend({ templateId: z.string() })))

/** The newest 20 JSON payloads to write a template by, newest first, and the keys of the newest 200. */
const samples = signedIn.route({ method: 'GET', path: '/templates/samples' }).output(
  z.object({
    payloads: z.array(receivedSchema),
    /** Dotted paths of nested keys, most frequent first. */
    keys: z.array(z.string()),
  }),
)

export const templates = { list, create, read, update, remove, trial, examples, samples }
