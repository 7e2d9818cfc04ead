import { isDeepStrictEqual } from 'node:util'
import { clock } from '#server/base/clock.ts'
import { newShortId } from '#server/base/ids.ts'
import { allTemplateBytes, countOwn } from '#server/store/account/size.ts'
import { type Owner, ownerTransaction } from '#server/store/engine/owner.ts'
import { newestOfTemplates, newestPayloads } from '#server/store/history/history.ts'
import {
  connectionsOfTemplate,
  markMended,
  moveConnectionsToTemplate,
} from '#server/store/rows/connections.ts'
import {
  deleteTemplate,
  insertTemplates,
  listTemplates,
  readTemplate,
  templateFields,
  updateTemplate,
} from '#server/store/rows/templates.ts'
import { MAX_OF_EACH, MAX_TEMPLATE_BYTES, SAMPLE_PAYLOADS, TRIAL_PAYLOADS } from '#shared/limits.ts'
import { type Template, templateBytes } from '#shared/model/template.ts'
import { parsePayload } from '#shared/payload/payload.ts'
import { byName } from './by-name.ts'
import { goneError, signedIn } from './callers.ts'
import { instant } from './instants.ts'
import { frequentKeys, tryTemplate } from './try-template.ts'

export const templateOperations = {
  list: signedIn.templates.list.handler(async ({ context: { owner } }) =>
    (await templatesByName(owner)).map(asTemplate),
  ),

  create: signedIn.templates.create.handler(async ({ context: { owner }, input, errors }) => {
    const id = newShortId()
    await ownerTransaction(owner, async own => {
      if ((await countOwn(own, 'message_templates')) >= MAX_OF_EACH)
        throw errors.TOO_MANY_TEMPLATES()
      await insertTemplates(own, [{ id, ...input }], clock.now())
      if ((await allTemplateBytes(own)) > MAX_TEMPLATE_BYTES) throw errors.TEMPLATES_TOO_LARGE()
    })
    return readTemplateAgain(owner, id)
  }),

  read: signedIn.templates.read.handler(async ({ context: { owner }, input, errors }) => {
    const row = await readTemplate(owner, input.id)
    if (!row) throw errors.NOT_FOUND()
    return asTemplate(row)
  }),

  update: signedIn.templates.update.handler(async ({ context: { owner }, input, errors }) => {
    const { id, version, ...draft } = input
    await ownerTransaction(owner, async own => {
      const before = await readTemplate(own, id)
      if (!before) throw errors.NOT_FOUND()
      if (!(await updateTemplate(own, id, draft, version))) throw errors.EDIT_CONFLICT()
      const fields = templateFields(before)
      if (!isDeepStrictEqual({ ...fields, ...draft, name: fields.name }, fields))
        await markMended(own, { template_id: id }, clock.now())
      const isLonger = templateBytes({ ...fields, ...draft }) > templateBytes(fields)
      if (isLonger && (await allTemplateBytes(own)) > MAX_TEMPLATE_BYTES)
        throw errors.TEMPLATES_TOO_LARGE()
    })
    return readTemplateAgain(owner, id)
  }),

  trial: signedIn.templates.trial.handler(async ({ context: { reading }, input }) => {
    return tryTemplate(input, await payloadsToTry(reading, input.id))
  }),

  examples: signedIn.templates.examples.handler(
    async ({ context: { reading }, input: { ids } }) => {
      if (ids.length === 0) return []
      const rows = await newestOfTemplates(reading, ids)
      return rows.map(row => ({ templateId: row.template_id, ...asReceived(row) }))
    },
  ),

  samples: signedIn.templates.samples.handler(async ({ context: { reading } }) => {
    const rows = await newestPayloads(reading)
    const payloads = rows.slice(0, SAMPLE_PAYLOADS).map(asReceived)
    return { payloads, keys: await frequentKeys(rows) }
  }),

  remove: signedIn.templates.remove.handler(async ({ context: { owner }, input, errors }) => {
    const reassignedTo = await ownerTransaction(owner, async own => {
      const row = await readTemplate(own, input.id)
      if (!row) throw errors.NOT_FOUND()
      const others = (await templatesByName(own)).filter(({ id }) => id !== row.id)
      const heir = row.used_by ? others[0] : undefined
      if (row.used_by && !heir) throw errors.LAST_TEMPLATE_IN_USE()
      if (heir)
        await moveConnectionsToTemplate(own, { from: row.id, to: heir.id, now: clock.now() })
      await deleteTemplate(own, input.id)
      return heir?.name ?? null
    })
    return { reassignedTo }
  }),
}

/** Sorted by name; the first template is the default, and replaces a deleted one. */
export const templatesByName = async (owner: Owner): Promise<TemplateRow[]> =>
  (await listTemplates(owner)).sort(byName)

/** Newest payloads of a template's connections; of all connections if the template is unused or not stored yet. */
async function payloadsToTry(reading: Owner, templateId: string | undefined) {
  const connections = templateId ? await connectionsOfTemplate(reading, templateId) : []
  if (connections.length === 0) return newestPayloads(reading)
  const rows = await Promise.all(connections.map(({ id }) => newestPayloads(reading, id)))
  return rows
    .flat()
    .sort((a, b) => b.received_at - a.received_at)
    .slice(0, TRIAL_PAYLOADS)
}

async function readTemplateAgain(owner: Owner, id: string): Promise<Template> {
  const row = await readTemplate(owner, id)
  if (!row) throw goneError()
  return asTemplate(row)
}

const asReceived = (row: Awaited<ReturnType<typeof newestPayloads>>[number]) => ({
  alertId: row.id,
  alertName: row.name,
  connectionName: row.connection_name,
  timestamp: instant(row.received_at),
  text: JSON.stringify(parsePayload(row.payload), null, 2),
})

type TemplateRow = Awaited<ReturnType<typeof listTemplates>>[number]

const asTemplate = (row: TemplateRow): Template => ({
  id: row.id,
  ...templateFields(row),
  version: row.version,
  usedBy: row.used_by ?? 0,
})
