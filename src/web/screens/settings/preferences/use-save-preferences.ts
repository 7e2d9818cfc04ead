import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DAY_MS } from '#shared/limits.ts'
import type { Preferences } from '#shared/model/profile.ts'
import { settingsTexts } from '#shared/texts.ts'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { session } from '#web/data/session.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { type Forgotten, forgottenText } from '../words.ts'
import { shortenedTo } from './history-days.ts'

interface Change {
  before: Preferences
  after: Preferences
  onSaved: () => void
}

/** Saves preferences; asks first where alerts go with them. */
export function useSavePreferences() {
  const queryClient = useQueryClient()
  const onError = (error: Error) => showToast({ type: 'error', message: errorMessage(error) })
  const store = useMutation({
    mutationFn: ({ after }: Change) => client.profile.update(after),
    onSuccess: (profile, { onSaved }) => {
      queryClient.setQueryData(session.queryKey, profile)
      onSaved()
      showToast({ type: 'success', message: settingsTexts.preferencesSaved })
    },
    onError,
  })
  const ask = useMutation({
    mutationFn: async ({ before, after }: Change) => {
      const days = shortenedTo(before.historyDays, after.historyDays)
      return days === null ? null : countForgotten(days)
    },
    onSuccess: (forgotten, change) => {
      const save = () => store.mutateAsync(change).catch(() => {})
      if (!forgotten?.alerts) return save()
      openConfirm({
        title: 'Conservar Menos Historial',
        text: forgottenText(forgotten),
        action: 'Guardar y Borrar',
        onConfirm: save,
      })
    },
    onError,
  })
  return { save: ask.mutate, isSaving: ask.isPending || store.isPending }
}

async function countForgotten(days: number): Promise<Forgotten> {
  const to = new Date(Date.now() - days * DAY_MS).toISOString()
  const [all, pending] = await Promise.all([
    client.alerts.list({ to }),
    client.alerts.list({ to, status: 'pending' }),
  ])
  return { days, alerts: all.total, pending: pending.total }
}
