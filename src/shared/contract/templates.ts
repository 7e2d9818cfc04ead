import { z } from 'zod'
import { templateDraftSchema, templateSchema } from '../model/template.ts'
import { editConflict, lastTemplateInUse, notFound, signedInCall } from './errors.ts'

const byId = z.object({ id: z.string() })

/** Sorted by name. */
const list = signedInCall
  .route({ method: 'GET', path: '/templates' })
  .output(z.array(templateSchema))

const create = signedInCall
  .route({ method: 'POST', path: '/templates', successStatus: 201 })
  .input(templateDraftSchema)
  .output(templateSchema)

const read = signedInCall
  .route({ method: 'GET', path: '/templates/{id}' })
  .input(byId)
  .output(templateSchema)
  .errors(notFound)

const update = signedInCall
  .route({ method: 'PUT', path: '/templates/{id}' })
  .input(templateDraftSchema.extend({ id: z.string(), version: z.number().optional() }))
  .output(templateSchema)
  .errors({ ...notFound, ...editConflict })

/** Connections that used it move to the first other template, whose name is answered. */
const remove = signedInCall
  .route({ method: 'DELETE', path: '/templates/{id}' })
  .input(byId)
  .output(z.object({ reassignedTo: z.string().nullable() }))
  .errors({ ...notFound, ...lastTemplateInUse })

export const templates = { list, create, read, update, remove }
