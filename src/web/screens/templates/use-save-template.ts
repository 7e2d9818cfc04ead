import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Template, TemplateDraft } from '#shared/model/template.ts'
import { templateTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { showToast } from '#web/ui/show-toast.tsx'

/** Creates a template, or changes the version of it that was opened. */
export function useSaveTemplate(template: Template | undefined) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.templates.key() })

  return useMutation({
    mutationFn: (draft: TemplateDraft) =>
      template
        ? client.templates.update({ ...draft, id: template.id, version: template.version })
        : client.templates.create(draft),
    onSuccess: async () => {
      await refresh()
      showToast({
        type: 'success',
        message: template ? templateTexts.updated : templateTexts.created,
      })
    },
    // What was opened may have been changed or deleted by somebody else.
    onError: refresh,
  })
}
