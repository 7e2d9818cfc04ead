import { z } from 'zod'
import { knownTagSchema, tagSchema } from '../model/tags.ts'
import { tagTexts } from '../texts/tags.ts'
import { notFound, signedIn } from './calls.ts'

/** All tags of the account's connections, with the number of connections for each; sorted by name. */
const list = signedIn
  .route({ method: 'GET', path: '/tags' })
  .output(z.array(z.object({ name: z.string(), connections: z.number() })))

/** Renames the tag on all connections at once. */
const rename = signedIn
  .route({ method: 'PATCH', path: '/tags/{tag}' })
  .meta({ changes: ['connections'] })
  .input(z.object({ tag: knownTagSchema, name: tagSchema }))
  .output(z.object({ connections: z.number() }))
  .errors({ ...notFound, TAG_TAKEN: { status: 409, message: tagTexts.taken } })

/** Removes the tag from all connections at once. */
const remove = signedIn
  .route({ method: 'DELETE', path: '/tags/{tag}' })
  .meta({ changes: ['connections'] })
  .input(z.object({ tag: knownTagSchema }))
  .output(z.object({ connections: z.number() }))
  .errors(notFound)

export const tags = { list, rename, remove }
