import type { Selectable } from 'kysely'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Tables } from '#server/store/engine/schema.ts'
import type { TemplateDraft } from '#shared/model/template.ts'
import type { TemplateButton } from '#shared/model/template-button.ts'
import { updateVersion } from './update-version.ts'

type NewTemplate = TemplateDraft & { id: string }

export const listTemplates = (owner: Owner) => withUse(owner).execute()

export const readTemplate = (owner: Owner, id: string) =>
  withUse(owner).where('id', '=', id).executeTakeFirst()

/** @param now milliseconds; each template counts as made one millisecond after the one before it */
export const insertTemplates = (owner: Owner, templates: readonly NewTemplate[], now: number) =>
  owner.db
    .insertInto('message_templates')
    .values(
      templates.map(({ id, ...draft }, index) => ({
        user_id: owner.userId,
        id,
        ...templateColumns(draft),
        version: 1,
        created_at: now + index,
      })),
    )
    .execute()

/**
 * Fields that the draft omits stay unchanged.
 * @returns whether the row exists, and has `version` if that is given
 */
export const updateTemplate = (
  owner: Owner,
  id: string,
  draft: TemplateDraft,
  version?: number,
): Promise<boolean> =>
  updateVersion(owner, 'message_templates', { id, version }, templateColumns(draft))

export const deleteTemplate = (own: OwnerTransacting, id: string) =>
  own.db
    .deleteFrom('message_templates')
    .where('user_id', '=', own.userId)
    .where('id', '=', id)
    .execute()

/** Columns of a template; fields that the draft omits are left out. */
export const templateColumns = ({
  name,
  content,
  buttons,
  picture,
  whenMissing,
}: TemplateDraft) => ({
  name,
  content,
  ...(buttons && { buttons: buttons.length === 0 ? null : JSON.stringify(buttons) }),
  ...(picture && { picture }),
  ...(whenMissing && { when_missing: whenMissing }),
})

/** Fields of a template's row; columns that older releases of Pregonero left null get their defaults. */
export const templateFields = ({ name, content, ...extras }: TemplateRow) => ({
  name,
  content,
  ...templateExtras(extras),
})

/** Fields that older releases of Pregonero do not know; null columns get their defaults. */
export const templateExtras = ({
  buttons,
  picture,
  when_missing,
}: Pick<TemplateRow, 'buttons' | 'picture' | 'when_missing'>) => ({
  buttons: readButtons(buttons),
  picture: picture ?? ('below' as const),
  whenMissing: when_missing ?? ('line' as const),
})

type TemplateRow = Pick<
  Selectable<Tables['message_templates']>,
  'name' | 'content' | 'buttons' | 'picture' | 'when_missing'
>

const readButtons = (stored: string | null): TemplateButton[][] =>
  stored === null ? [] : JSON.parse(stored)

const withUse = (owner: Owner) =>
  owner.db
    .selectFrom('message_templates')
    .selectAll('message_templates')
    .select(eb =>
      eb
        .selectFrom('connections')
        .select(count => count.fn.countAll<number>().as('count'))
        .whereRef('connections.user_id', '=', 'message_templates.user_id')
        .whereRef('connections.template_id', '=', 'message_templates.id')
        .as('used_by'),
    )
    .where('user_id', '=', owner.userId)
