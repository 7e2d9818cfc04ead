import type { SilencePeriod, WatchedAlert } from '#shared/model/watch.ts'
import { client } from '#web/data/client.ts'
import { useAction } from '#web/data/use-action.ts'
import { showError } from '#web/parts/show-error.ts'
import { showToast } from '#web/ui/show-toast.tsx'

/** Actions on an alert, for its row and its detail. */
export function useSeriesActions({ id, name }: Pick<WatchedAlert, 'id' | 'name'>) {
  const silence = useAction({
    call: (period: SilencePeriod, signal) => client.watch.silence({ id, period }, { signal }),
    onSuccess: (_, period) => showToast({ type: 'success', message: silenceToast(name, period) }),
    onError: showError,
  })
  const wasNormal = useAction({
    call: (alarmId: string, signal) => client.watch.wasNormal({ id, alarmId }, { signal }),
    onSuccess: () =>
      showToast({
        type: 'success',
        message: `Aprendido: la próxima vez se espera más a «${name}» antes de avisar.`,
      }),
    onError: showError,
  })
  return { silence, wasNormal }
}

function silenceToast(name: string, period: SilencePeriod): string {
  if (period === 'none') return `«${name}» vuelve a avisar.`
  return `«${name}» no avisará ${endings[period]}.`
}

const endings: Record<Exclude<SilencePeriod, 'none'>, string> = {
  hour: 'durante 1 hora',
  tomorrow: 'hasta mañana',
  always: 'hasta que lo cambies',
}
