import { ORPCError } from '@orpc/client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Template, TemplateDraft } from '#shared/model/template.ts'
import { templateTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAct } from '#web/data/use-act.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { templateTrial } from './template-trial.ts'
import { trialSentence } from './trial-sentence.ts'

interface SaveOptions {
  /** The one that is to use a new template from now on. */
  connection: { id: string; name: string } | undefined
  /** Called when it is stored and the list knows it. */
  onSaved: () => void
  onRefused: (error: Error) => void
}

/** Creates a template, or changes the version of it that was opened. */
export function useSaveTemplate(
  template: Template | undefined,
  { connection, onSaved, onRefused }: SaveOptions,
) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.templates.list.key() })

  return useAct({
    call: (draft: TemplateDraft, signal) =>
      template
        ? client.templates.update(
            { ...draft, id: template.id, version: template.version },
            { signal },
          )
        : client.templates.create(draft, { signal }),
    onSuccess: async ({ id, content, usedBy }) => {
      if (usedBy > 0) void warnOfGaps(queryClient, content, id)
      // The template is there by now, whatever becomes of this.
      if (connection) await assign(connection, id)
      await refresh()
      showToast({
        type: 'success',
        message: template ? templateTexts.updated : templateTexts.created,
      })
      onSaved()
    },
    onError: error => {
      onRefused(error)
      // A refusal tells that what this browser shows is no longer so.
      if (error instanceof ORPCError) void refresh()
    },
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
