import { IconCircleCheck, IconHistory } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { WatchedAlert } from '#shared/model/watch.ts'
import { DotsMenu } from '#web/ui/dots-menu.tsx'
import { focusMarks } from '#web/ui/row-focus.ts'
import { silenceChoices } from './silence-choices.ts'
import { useSeriesActions } from './use-series-actions.ts'

/** Actions on an alert, from its row. */
export function SeriesMenu({ series }: { series: WatchedAlert }) {
  const { name, connectionId, silenced, fallId } = series
  const { silence, wasNormal } = useSeriesActions(series)
  const navigate = useNavigate()
  return (
    <DotsMenu
      {...focusMarks.within}
      aria-label={`Acciones de ${name}`}
      choices={[
        ...(fallId === null
          ? []
          : [{ label: 'Era normal', icon: IconCircleCheck, act: () => wasNormal.start(fallId) }]),
        ...silenceChoices(silenced !== null, silence.start),
        {
          label: 'Ver en el historial',
          icon: IconHistory,
          act: () => navigate({ to: '/alerts', search: { connectionId, search: searchOf(name) } }),
        },
      ]}
    />
  )
}

/** Longest constant part of a name whose numbers vary (`#`). */
export const searchOf = (name: string): string =>
  name
    .split('#')
    .map(part => part.trim())
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '')
