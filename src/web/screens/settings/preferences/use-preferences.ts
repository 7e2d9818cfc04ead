import { useMutation } from '@tanstack/react-query'
import { DAY_MS, SAVED_MESSAGE_MS } from '#shared/limits.ts'
import type { Preferences, Profile } from '#shared/model/profile.ts'
import { client } from '#web/data/client.ts'
import { session } from '#web/data/session.ts'
import { showError } from '#web/parts/show-error.ts'
import { useOptimisticChange } from '#web/parts/use-optimistic-change.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { type Forgotten, forgottenText, settingsTexts } from '../words.ts'
import { shortenedTo } from './history-days.ts'

type Change = Partial<Preferences>

/** Stores each preference as it is changed. */
export const useChangePreferences = () =>
  useOptimisticChange<Profile | null, Change>({
    queryKey: session.queryKey,
    store: change => client.profile.update(change),
    change: (profile, change) => profile && changed(profile, change),
    done: settingsTexts.preferencesSaved,
    doneMs: SAVED_MESSAGE_MS,
  }).mutate

/** Profile as the server returns it after the change. */
function changed(profile: Profile, { timeZone, ...change }: Change): Profile {
  const zone = timeZone !== undefined && {
    ownTimeZone: timeZone,
    timeZone: timeZone ?? profile.installationTimeZone,
  }
  return { ...profile, ...change, ...zone }
}

/** Stores how long alerts are kept; asks first if that deletes any. */
export function useChangeHistoryDays({ historyDays: before }: Preferences) {
  const change = useChangePreferences()
  const ask = useMutation({
    mutationFn: async (historyDays: Preferences['historyDays']) => {
      const days = shortenedTo(before, historyDays)
      return days === null ? null : countForgotten(days)
    },
    onSuccess: (forgotten, historyDays) => {
      if (!forgotten?.alerts) return change({ historyDays })
      openConfirm({
        title: 'Conservar Menos Historial',
        text: forgottenText(forgotten),
        action: 'Guardar y Borrar',
        onConfirm: async () => change({ historyDays }),
      })
    },
    onError: showError,
  })
  return ask.mutate
}

async function countForgotten(days: number): Promise<Forgotten> {
  const to = new Date(Date.now() - days * DAY_MS).toISOString()
  const [all, pending] = await Promise.all([
    client.alerts.list({ to }),
    client.alerts.list({ to, status: 'pending' }),
  ])
  return { days, alerts: all.total, pending: pending.total }
}
