import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { copyName } from '#shared/copy-name.ts'
import type { Template, TemplateDraft } from '#shared/model/template.ts'
import { templateLabels, templateTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { differing } from '#web/parts/edit-conflict/differences.ts'
import { useEdit } from '#web/parts/edit-conflict/use-edit.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { templateTrial } from './template-trial.ts'
import { trialSentence } from './words.ts'

interface SaveOptions {
  /** The one that is to use a new template from now on. */
  connection: { id: string; name: string } | undefined
  /** It was begun elsewhere than on its screen. */
  isFromElsewhere: boolean
  onRefused: (error: Error) => void
  /** Called when there is nothing more to edit: it is stored and the list knows it, or was given up. */
  onLeft: () => void
}

/** Creates a template, or changes the version of it that was opened. */
export function useSaveTemplate(
  template: Template | undefined,
  { connection, isFromElsewhere, onRefused, onLeft }: SaveOptions,
) {
  const queryClient = useQueryClient()
  return useEdit({
    opened: template,
    noun: 'plantilla',
    create: async (draft: TemplateDraft, signal) => {
      const created = await client.templates.create(draft, { signal })
      // The template is there by now, whatever becomes of this.
      if (connection) await assign(connection, created.id)
      return created
    },
    update: (draft, { id, version }, signal) =>
      client.templates.update({ ...draft, id, version }, { signal }),
    copy: (draft, _id, signal) =>
      client.templates.create({ ...draft, name: copyName(draft.name) }, { signal }),
    read: (id, signal) => client.templates.read({ id }, { signal }),
    differences: (mine, theirs) =>
      differing([
        { label: templateLabels.name, mine: mine.name, theirs: theirs.name },
        { label: templateLabels.content, mine: mine.content, theirs: theirs.content },
      ]),
    refresh: () => queryClient.invalidateQueries({ queryKey: api.templates.list.key() }),
    onSaved: ({ id, content, usedBy }, { isNew, isAside }) => {
      if (usedBy > 0) void warnOfGaps(queryClient, content, id)
      const said = isAside || isFromElsewhere ? templateTexts.aside : templateTexts
      showToast({ type: 'success', message: isNew ? said.created : said.updated })
      onLeft()
    },
    onRefused,
    onLeft,
  })
}

async function assign(connection: { id: string; name: string }, templateId: string): Promise<void> {
  try {
    await client.connections.update({ id: connection.id, templateId })
  } catch (error) {
    const message = `«${connection.name}» sigue con su plantilla: ${errorMessage(error)}`
    showToast({ type: 'error', message })
  }
}

/** The line that tells of them in the dialog goes with it, and may not have come in time. */
async function warnOfGaps(queryClient: QueryClient, content: string, id: string) {
  const [trial] = await Promise.allSettled([queryClient.fetchQuery(templateTrial(content, id))])
  if (trial.status === 'rejected' || trial.value.withGaps + trial.value.misfits === 0) return
  showToast({
    type: 'warning',
    message: `De sus alertas recientes, ${trialSentence(trial.value)}.`,
  })
}
