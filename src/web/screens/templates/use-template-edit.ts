import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Template, TemplateDraft } from '#shared/model/template.ts'
import { templateLabels, templateTexts } from '#shared/texts/templates.ts'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useEdit } from '#web/parts/editing/use-edit.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { buttonLines, pictureNames } from './buttons/button-words.ts'
import { defaultSample } from './sample.ts'
import { type TemplateForm, templateErrors } from './template-errors.ts'
import { type Tried, templateTrial } from './template-trial.ts'
import type { RecentAlert, TemplateStart } from './use-alert-draft.ts'
import { missingNames, trialSentence } from './words.ts'

interface TemplateEditOptions {
  /** Undefined: creates a new template. */
  template: Template | undefined
  /** Initial values of a new template. */
  start: TemplateStart | undefined
  /** Unsaved changes with which an edit starts. */
  change: Partial<TemplateDraft> | undefined
  /** Alert from which the sample is taken. */
  alert: RecentAlert | undefined
  /** Connection that uses a new template from now on. */
  connection: { id: string; name: string } | undefined
  inputs: Record<'content' | 'buttons' | 'sample', RefObject<{ focus: () => void } | null>>
  /** Called when editing ends: after the list contains the saved template, or when it was given up. */
  onLeft: () => void
}

/** Creates a template, or edits the version of it that was opened. */
export function useTemplateEdit({
  template,
  start,
  change,
  alert,
  connection,
  inputs,
  onLeft,
}: TemplateEditOptions) {
  const queryClient = useQueryClient()
  return useEdit({
    initialValues: {
      name: template?.name ?? start?.name ?? '',
      content: change?.content ?? template?.content ?? start?.content ?? '',
      buttons: change?.buttons ?? template?.buttons ?? start?.buttons ?? [],
      picture: template?.picture ?? start?.picture ?? 'below',
      whenMissing: template?.whenMissing ?? start?.whenMissing ?? 'line',
      sample: alert?.text ?? defaultSample,
    },
    validate: templateErrors,
    transformValues: ({ sample: _, ...saved }: TemplateForm) => saved,
    order: ['name', 'content', 'buttons', 'sample'],
    inputs,
    opened: template,
    noun: 'plantilla',
    calls: {
      create: async (made, options) => {
        const created = await client.templates.create(made, options)
        // The template has been created, even if this fails.
        if (connection) await assign(connection, created.id)
        return created
      },
      update: client.templates.update,
      read: client.templates.read,
    },
    differences: (mine, theirs) => [
      { label: templateLabels.name, mine: mine.name, theirs: theirs.name },
      { label: templateLabels.content, mine: mine.content, theirs: theirs.content },
      {
        label: templateLabels.buttons,
        mine: buttonLines(mine.buttons),
        theirs: buttonLines(theirs.buttons),
      },
      {
        label: templateLabels.picture,
        mine: pictureNames[mine.picture],
        theirs: pictureNames[theirs.picture],
      },
      {
        label: templateLabels.whenMissing,
        mine: missingNames[mine.whenMissing],
        theirs: missingNames[theirs.whenMissing],
      },
    ],
    toast: (_, { isNew, isAside }) => {
      const said = isAside || start ? templateTexts.aside : templateTexts
      return isNew ? said.created : said.updated
    },
    onSaved: ({ usedBy, ...saved }) => {
      if (usedBy > 0) void warnOfGaps(queryClient, saved)
      onLeft()
    },
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

/** Warns in a toast of alerts with gaps: the dialog's own trial closes with it, and may not have loaded in time. */
async function warnOfGaps(queryClient: QueryClient, { id, ...saved }: Tried & { id: string }) {
  const [trial] = await Promise.allSettled([queryClient.fetchQuery(templateTrial(saved, id))])
  if (trial.status === 'rejected' || trial.value.withGaps + trial.value.misfits === 0) return
  showToast({
    type: 'warning',
    // Repeats the toast about the saving, which this one replaces.
    message: `${templateTexts.updated} De sus alertas recientes, ${trialSentence(trial.value)}.`,
  })
}
